import { createRequire } from 'node:module';
import fc from 'fast-check';
import { afterEach, expect, test, vi } from 'vitest';
import { cleaned, measuringSheet, type ShareCardText, sans, serif, shareCard, withoutMissing } from './share-card.ts';
import { drawShareCard } from './share-card-drawing.ts';

afterEach(() => vi.unstubAllGlobals());

// Drawing takes long on a machine that is busy.
vi.setConfig({ testTimeout: 20_000 });

const daily: ShareCardText = { product: 'Product', name: 'A quiet evening', when: 'Daily, 20:00 in Berlin' };
const named = (name: string): ShareCardText => ({ ...daily, name });
const draw = async (text: ShareCardText): Promise<Buffer> => Buffer.from(await drawShareCard(cleaned(text)));
const areAlike = async (one: ShareCardText, other: ShareCardText): Promise<boolean> =>
  (await draw(one)).equals(await draw(other));

interface Drawn {
  readonly text: string;
  readonly style: Readonly<Record<string, string | number>>;
}

/** The texts of the card, from top to bottom, if each letter is half as wide as the font is large. */
function textsOf(text: ShareCardText): Drawn[] {
  const found: Drawn[] = [];
  const visit = ({ props: { style, children } }: ReturnType<typeof shareCard>): void => {
    if (typeof children === 'string') found.push({ text: children, style });
    else children?.forEach(visit);
  };
  visit(measuringSheet(text));
  const widths = found.map(({ text: word }) => 50 * word.length);
  found.length = 0;
  visit(shareCard(text, widths));
  return found;
}

test('a card is a PNG of 1200 × 630 px', async () => {
  const png = await draw({ ...daily, where: 'product.example', note: 'Fifteen minutes.' });
  expect(png.subarray(0, 8)).toEqual(Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'));
  expect(png.toString('latin1', 12, 16)).toBe('IHDR');
  expect([png.readUInt32BE(16), png.readUInt32BE(20)]).toEqual([1_200, 630]);
});

test('a card says the product, the name, when, what else there is, and where', () => {
  const text = { ...daily, where: 'product.example', note: 'Fifteen minutes.' };
  expect(textsOf(text).map((drawn) => drawn.text)).toEqual([
    'Product',
    'A quiet evening',
    'Daily, 20:00 in Berlin',
    'Fifteen minutes.',
    'product.example',
  ]);
  expect(textsOf(daily).map((drawn) => drawn.text)).toEqual(['Product', 'A quiet evening', 'Daily, 20:00 in Berlin']);
});

const letters = 'ÀÂÆÇÉÈÊËÎÏÔŒÙÛÜŸàâæçéèêëîïôœ ùûüÿÄÖäößẞÌÒìòÃÁÍÓÕÚãáíóõúÑñ';

test.each(['product', 'name', 'when', 'where', 'note'] as const)(
  'every letter of the six languages is drawn in the text "%s"',
  async (part) => {
    // With a single letter that cannot be drawn, the text would be left out.
    expect(await areAlike({ ...daily, [part]: letters }, { ...daily, [part]: '' })).toBe(false);
  },
);

test.each([
  { family: 'Newsreader', names: serif },
  { family: 'Figtree', names: sans },
])('every letter of the six languages is in $family', ({ family, names }) => {
  const ranges: Readonly<Record<string, string>> = createRequire(import.meta.url)(
    `@fontsource/${family.toLowerCase()}/unicode.json`,
  );
  const covered = names
    .map((name) => ranges[name.slice(family.length + 1) || 'latin'] as string)
    .flatMap((subset) => subset.split(','))
    .map((range) =>
      range
        .slice('U+'.length)
        .split('-')
        .map((end) => Number.parseInt(end, 16)),
    );
  const isCovered = (point: number) => covered.some(([first = 0, last = first]) => first <= point && point <= last);
  expect([...letters].filter((letter) => !isCovered(letter.codePointAt(0) as number))).toEqual([]);
});

test('the longer a name is, the smaller it is drawn, in three lines at most', () => {
  const sizes = ['Dusk', 'An evening in silence together', 'An evening in silence with all of us', 'many '.repeat(22).trim()].map(
    (name) => {
      const { style } = textsOf(cleaned(named(name)))[1] as Drawn;
      const column = Number(style.width) / Number(style.fontSize);
      const lines = name.split(' ').reduce(
        ([first = 0, ...rest], word) => {
          const longer = first + 0.25 + 0.5 * word.length;
          return longer <= column ? [longer, ...rest] : [0.5 * word.length, first, ...rest];
        },
        [-0.25],
      );
      expect(lines.length).toBeLessThanOrEqual(3);
      expect(style.lineClamp).toBe(3);
      return Number(style.fontSize);
    },
  );
  expect(sizes).toEqual(sizes.toSorted((one, other) => other - one));
  expect(new Set(sizes).size).toBe(sizes.length);
});

test('a long word is made smaller so that it stays whole, and a longer one is broken and cut', () => {
  const [, whole] = textsOf(named('Donaudampfschifffahrt')) as [Drawn, Drawn];
  expect(21 * 0.5 * Number(whole.style.fontSize)).toBeLessThanOrEqual(Number(whole.style.width));
  const [, broken] = textsOf(named('W'.repeat(120))) as [Drawn, Drawn];
  expect(broken.style).toMatchObject({ lineClamp: 3, wordBreak: 'break-word' });
});

test('a name of 120 characters is drawn, with and without spaces', async () => {
  const cards = await Promise.all(['W'.repeat(120), 'An evening '.repeat(11).slice(0, 120)].map((name) => draw(named(name))));
  for (const card of cards) expect(card.readUInt32BE(20)).toBe(630);
});

test('emoji and symbols that no font has are left out', async () => {
  expect(await areAlike(named('🎉 A quiet 👨‍👩‍👧 evening → ❤️'), daily)).toBe(true);
});

test('a text of which nothing but punctuation is left is left out as well', async () => {
  expect(await areAlike(named('🎉 … 🎉'), named(''))).toBe(true);
});

test('a text with letters that no font has is left out, and the name of the product takes the place of a name', async () => {
  expect(await areAlike(named('Тихий вечер'), named(''))).toBe(true);
  expect(await areAlike(named('安静的夜晚 in silence'), named(''))).toBe(true);
  expect(textsOf(withoutMissing(named('Ж'), new Set(['Ж']))).map((drawn) => drawn.text)).toEqual(['Product', daily.when]);
});

test('a card of which nothing can be drawn is still a card', async () => {
  const nothing = { product: '', name: '', when: '' };
  expect((await draw(nothing)).readUInt32BE(16)).toBe(1_200);
  expect(await areAlike({ product: '無言', name: '安静', when: '每天', where: '线上', note: '✿' }, nothing)).toBe(true);
});

test('a digit that is dressed up as an emoji remains a digit', () => {
  expect(cleaned(named('1\u{fe0f}\u{20e3}7')).name).toBe('17');
});

test('nothing that is drawn causes a request', async () => {
  const fetch = vi.fn(() => Promise.reject(new Error('no network')));
  vi.stubGlobal('fetch', fetch);
  const png = await draw({
    ...daily,
    name: '🎉 Вечер',
    where: 'url(https://a.example/x.png)',
    note: '<img src="https://a.example">',
  });
  expect(png.readUInt32BE(16)).toBe(1_200);
  expect(fetch).not.toHaveBeenCalled();
});

test('markup is drawn as it is written', async () => {
  expect(await areAlike(named('<b>A</b> & </text>'), named('A & '))).toBe(false);
  expect(textsOf(cleaned(named('<b>A</b> &amp; </text>')))[1]?.text).toBe('<b>A</b> &amp; </text>');
});

test('control characters, invisible ones and those that reverse the direction are not drawn', () => {
  expect(cleaned(named(' A\r\n\tquiet\0\u{7f}\u{85}  evening \u{202e}\u{200b}\u{feff}\u{e000}\u{d800}')).name).toBe(
    'A quiet evening',
  );
  expect(cleaned(named('20:00\u{202f}PM')).name).toBe('20:00\u{a0}PM');
  expect(cleaned(named('A\u{308}')).name).toBe('Ä');
  expect([...cleaned(named(`x${'\u{335}'.repeat(50)}`)).name]).toHaveLength(3);
});

test('a text of 10,000 characters is cut', async () => {
  const { product, name, when, where, note } = cleaned({
    ...{ product: 'a'.repeat(10_000), name: 'b'.repeat(10_000), when: 'c'.repeat(10_000) },
    ...{ where: 'd'.repeat(10_000), note: '𝓮'.repeat(10_000) },
  });
  expect([product, name, when, where, note].map((part) => [...(part ?? '')].length)).toEqual([60, 120, 120, 80, 160]);
  expect(name).toBe(`${'b'.repeat(119)}…`);
  expect(cleaned(named('b'.repeat(120))).name).toBe('b'.repeat(120));
});

test('any text can be cleaned and set, and cleaning it again changes nothing', () => {
  const special = fc.constantFrom(
    ' ',
    '\n',
    '\0',
    '\u{a0}',
    '\u{202f}',
    'A',
    '\u{308}',
    '\u{200d}',
    '\u{fe0f}',
    '\u{d800}',
    '🎉',
  );
  const any = fc.integer({ min: 0, max: 0x10ffff }).map((point) => String.fromCodePoint(point));
  const part = fc.array(fc.oneof(special, any), { maxLength: 300 }).map((characters) => characters.join(''));
  fc.assert(
    fc.property(fc.record({ product: part, name: part, when: part, where: part, note: part }), (text) => {
      const once = cleaned(text);
      expect(cleaned(once)).toEqual(once);
      textsOf(once);
    }),
    { seed: 63, numRuns: 50 },
  );
});
