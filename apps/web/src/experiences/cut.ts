/** How long a description may be on a card, in characters. Source: requirements/experiences 2.5. */
const cardLimit = 120;

/** The beginning of a text as whole words, at most `limit` characters; a single longer word is cut anyway. */
export function cutAtWord(text: string, limit: number = cardLimit): { readonly text: string; readonly isCut: boolean } {
  const characters = [...text];
  if (characters.length <= limit) return { text, isCut: false };
  const kept = characters.slice(0, limit).join('');
  // A word that ends at the limit is whole.
  const isWhole = /\s/.test(characters[limit] ?? '');
  const words = isWhole ? kept : kept.replace(/\s+\S*$/, '');
  return { text: words.trimEnd().replace(/[.,;:]$/, ''), isCut: true };
}
