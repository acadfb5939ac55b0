import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { Keys } from '../platform/keys.ts';
import { SurveyLinks } from './survey-links.ts';

const links = new SurveyLinks(new Keys('one secret of this installation'));
const account = randomUUID();
const token = links.token(account, 'special-one', 1_000);

test('[GAT-55] a token is for one account and one survey, until it expires', () => {
  expect([links.accountOf(token, 'special-one', 999), links.accountOf(token, 'special-one', 1_000)]).toEqual([
    account,
    undefined,
  ]);
  expect(links.accountOf(token, 'special-two', 0)).toBeUndefined();
  expect(new SurveyLinks(new Keys('another')).accountOf(token, 'special-one', 0)).toBeUndefined();
});

test('[GAT-55] a token that is cut, changed or invented is for nobody', () => {
  for (let length = 0; length < token.length; length++)
    expect(links.accountOf(token.slice(0, length), 'special-one', 0), `${length} characters`).toBeUndefined();
  for (const [i, letter] of [...token].entries()) {
    const changed = `${token.slice(0, i)}${letter === 'A' ? 'B' : 'A'}${token.slice(i + 1)}`;
    const found = links.accountOf(changed, 'special-one', 0);
    // The last letter of base64url can have bits that mean nothing.
    expect(i === token.length - 1 ? [account, undefined] : [undefined]).toContain(found);
  }
  const keys = new Keys('one secret of this installation');
  for (const invented of [
    '',
    'yes',
    account,
    keys.seal('second factor', `${account} 1000 special-one`),
    keys.seal('survey', account),
  ])
    expect(links.accountOf(invented, 'special-one', 0)).toBeUndefined();
});

test('[GAT-55] a token has at most 200 characters of those that an address takes as they are, and names nobody', () => {
  const longest = links.token(account, 'x'.repeat(100), Date.parse('9999-12-31'));
  expect(longest).toMatch(/^[\w-]{1,200}$/);
  expect(Buffer.from(longest, 'base64url').toString()).not.toContain(account);
});
