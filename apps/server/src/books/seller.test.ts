import { readFileSync } from 'node:fs';
import { languages } from '@unspoken/contract/languages';
import { expect, test } from 'vitest';
import { issuerOf, type Seller, sellerFile, taxFor } from './seller.ts';

const issuer = { name: 'A', address: ['Street 1', '10115 Berlin'], country: 'DE', taxNumber: 'DE 1' };
const german = [
  { from: '2021-01-01', basisPoints: 1_900 },
  { from: '2020-07-01', basisPoints: 1_600 },
];
const home: Seller = { ...issuer, mode: 'home', rates: german };
const destination: Seller = {
  ...{ ...issuer, mode: 'destination' },
  rates: { DE: german, FR: [{ from: '2014-01-01', basisPoints: 2_000 }] },
};

test('[BOO-9] an exempt seller takes no tax and prints why', () => {
  const note = Object.fromEntries(languages.map((each) => [each, 'By rule 1.'])) as Record<(typeof languages)[number], string>;
  const exempt: Seller = { ...issuer, mode: 'exempt', note };
  expect(taxFor(exempt, 'FR', new Date())).toBeUndefined();
  expect(issuerOf(exempt)).toEqual({ name: 'A', address: issuer.address, taxNumber: 'DE 1', note });
  expect(issuerOf(home)).not.toHaveProperty('note');
});

test('[BOO-9] at home the tax is that of the seller, at the destination that of the card', () => {
  const at = new Date('2026-06-10T12:00:00Z');
  expect(taxFor(home, 'FR', at)).toEqual({ country: 'DE', basisPoints: 1_900 });
  expect(taxFor(destination, 'FR', at)).toEqual({ country: 'FR', basisPoints: 2_000 });
  expect(taxFor(destination, undefined, at)).toEqual({ country: 'DE', basisPoints: 1_900 });
  expect(taxFor(destination, 'US', at)).toBeUndefined();
});

test('[BOO-9] a rate holds from its day on, in UTC', () => {
  for (const [at, basisPoints] of [
    ['2020-06-30T23:59:59.999Z', undefined],
    ['2020-07-01T00:00:00Z', 1_600],
    ['2020-12-31T23:59:59.999Z', 1_600],
    ['2021-01-01T00:00:00Z', 1_900],
  ] as const)
    expect(taxFor(home, 'DE', new Date(at))?.basisPoints, at).toBe(basisPoints);
});

test('[BOO-9] the seller that ships is complete, and a file that is not is refused', () => {
  const shipped = sellerFile.parse(JSON.parse(readFileSync(new URL('../../../../brand/seller.json', import.meta.url), 'utf8')));
  expect(shipped.mode === 'exempt' && Object.keys(shipped.note).toSorted()).toEqual([...languages].toSorted());
  const [first] = german;
  for (const wrong of [
    {},
    { ...home, mode: 'abroad' },
    { ...home, country: 'Germany' },
    { ...home, rates: [] },
    { ...home, rates: [first, first] },
    { ...home, rates: [{ ...first, from: '2021-02-30' }] },
    { ...home, rates: [{ ...first, basisPoints: 10_001 }] },
    { ...home, rates: [{ ...first, basisPoints: 19.5 }] },
    { ...destination, rates: { Germany: german } },
    { ...home, note: { en: 'x' } },
    { ...home, taxNumber: '' },
    { ...destination, rates: {} },
    { ...destination, rates: { FR: german } },
    { ...shipped, note: {} },
    { ...shipped, note: { en: 'x' } },
  ])
    expect(sellerFile.safeParse(wrong).success, JSON.stringify(wrong)).toBe(false);
});
