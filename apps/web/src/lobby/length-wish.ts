import { type LengthWish, shortLengths } from '@unspoken/contract/lengths';

/** What could not be stored, by account: it holds until the page is left. */
const unstored = new Map<string, LengthWish>();
const keyOf = (accountId: string) => `unspoken.length.${accountId}`;

/** What an account wishes of the length of meetings with strangers, kept in this browser. */
export function lengthWishOf(accountId: string): LengthWish {
  const held = unstored.get(accountId);
  if (held) return held;
  try {
    const stored = JSON.parse(localStorage.getItem(keyOf(accountId)) ?? '{}') as Record<string, unknown>;
    const length = shortLengths.find((each) => each === stored.length);
    return { ...(length && { length }), ...(stored.orShorter === true && { orShorter: true }) };
  } catch {
    return {};
  }
}

export function setLengthWish(accountId: string, wish: LengthWish): void {
  unstored.delete(accountId);
  try {
    localStorage.setItem(keyOf(accountId), JSON.stringify(wish));
  } catch {
    unstored.set(accountId, wish);
  }
}
