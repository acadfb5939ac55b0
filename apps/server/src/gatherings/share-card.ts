/** What a share card says, as finished text in the language of its readers. */
export interface ShareCardText {
  readonly product: string;
  readonly name: string;
  /** "Daily, 20:00 in Berlin" */
  readonly when: string;
  readonly where?: string;
  readonly note?: string;
}

/** What satori draws: an element as React describes it. */
export interface CardElement {
  readonly type: string;
  readonly props: {
    readonly style: Readonly<Record<string, string | number>>;
    readonly children?: string | readonly CardElement[];
  };
}

/** The size in px that sites expect of the picture of a shared link. */
export const cardSize = { width: 1_200, height: 630 };

/** The families in which each text is drawn. A static font file holds one subset of the letters, so each has several. */
export const serif = ['Newsreader', 'Newsreader latin-ext', 'Newsreader vietnamese'] as const;
export const sans = ['Figtree', 'Figtree latin-ext'] as const;

/** The colours of the light theme: apps/web/src/ui/tokens.css. */
const colours = {
  paper: '#f7f1e8',
  ink: '#2b211b',
  soft: '#67564a',
  accent: '#94452b',
  one: '#c8714c',
  other: 'rgba(230, 176, 126, 0.82)',
  dot: '#cdb9a3',
};

/** The most characters of each text that a card has room for. */
const longest = { product: 60, name: 120, when: 120, where: 80, note: 160 };

/**
 * The text as it is drawn: each part one line of bounded length, without control and invisible characters, among them those that
 * reverse the direction of a text. Texts that are drawn alike are equal afterwards.
 */
export const cleaned = (text: ShareCardText): ShareCardText => mapped(text, (part, name) => oneLine(part, longest[name]));

function oneLine(text: string, most: number): string {
  const line = text
    // Several characters may become one, or none: what is read is bounded as well.
    .slice(0, 20 * most)
    .replaceAll(/(?![\u00a0\u2007\u202f])[\s\p{Cc}]/gu, ' ')
    // Invisible characters, and those that turn a digit or a letter into an emoji.
    .replaceAll(/\p{C}|[\ufe00-\ufe0f]|\u20e3/gu, '')
    .normalize('NFC')
    // Letters take two marks at most; a pile of them would cover the lines above and below.
    .replaceAll(/(\p{M}{2})\p{M}+/gu, '$1')
    // The narrow space that Intl writes before "PM" is in no font. A line is not broken at these spaces.
    .replaceAll(/[\u00a0\u2007\u202f]+/g, '\u00a0')
    .replaceAll(/ {2,}/g, ' ')
    .trim();
  const characters = [...line];
  if (characters.length <= most) return line;
  return `${characters
    .slice(0, most - 1)
    .join('')
    .trimEnd()}…`;
}

function mapped(text: ShareCardText, change: (part: string, name: keyof ShareCardText) => string): ShareCardText {
  const { product, name, when, where = '', note = '' } = text;
  return {
    product: change(product, 'product'),
    name: change(name, 'name'),
    when: change(when, 'when'),
    where: change(where, 'where'),
    note: change(note, 'note'),
  };
}

const graphemes = new Intl.Segmenter('en', { granularity: 'grapheme' });

/** What a reader takes for one character: a letter with its marks, or an emoji of several code points. */
export const graphemesOf = (text: string): string[] => [...graphemes.segment(text)].map(({ segment }) => segment);

const isReadable = (text: string): boolean => /[\p{L}\p{N}]/u.test(text);

/**
 * The text without the graphemes that no font has. An emoji or a symbol is left out; a text with letters that cannot be drawn is left
 * out as a whole, because the rest of it could say something else.
 */
export function withoutMissing(text: ShareCardText, missing: ReadonlySet<string>): ShareCardText {
  return mapped(text, (part) => {
    const all = graphemesOf(part);
    const lacking = all.filter((each) => missing.has(each));
    if (lacking.length === 0) return part;
    const rest = all.filter((each) => !missing.has(each)).join('');
    return lacking.some(isReadable) || !isReadable(rest) ? '' : rest.replaceAll(/ {2,}/g, ' ').trim();
  });
}

const box = (style: CardElement['props']['style'], children: string | readonly CardElement[] = []): CardElement => ({
  type: 'div',
  props: { style: { display: 'flex', ...style }, children },
});

const headlineStyle = (size: number) => ({
  fontFamily: serif.join(', '),
  fontWeight: 500,
  fontSize: size,
  letterSpacing: -0.012 * size,
});

const plainStyle = (size: number, fontWeight: 400 | 500) => ({
  fontFamily: sans.join(', '),
  fontWeight,
  fontSize: size,
  lineHeight: 1.3,
});

/** The headline: the name of the gathering, or of the product if there is no name that can be drawn. */
const headlineOf = ({ name, product }: ShareCardText): string => name || product;

/** The size in px at which `measuringSheet` is drawn. */
const measuredAt = 100;

const wordsOf = (line: string): string[] => line.split(' ').filter(Boolean);

/**
 * The words of all texts, each in a box of its own: those of the headline first, and then those of `when`. satori reports in this
 * order how wide each one is, and what it cannot draw.
 */
export function measuringSheet(text: ShareCardText): CardElement {
  const words = (line: string, style: CardElement['props']['style']) =>
    wordsOf(line).map((word) => box({ ...style, whiteSpace: 'nowrap', flexShrink: 0 }, word));
  const { product, when, where = '', note = '' } = text;
  return box({ alignItems: 'flex-start' }, [
    ...words(headlineOf(text), headlineStyle(measuredAt)),
    ...words(when, plainStyle(measuredAt, 500)),
    ...words(product, headlineStyle(measuredAt)),
    ...words(`${where} ${note}`, plainStyle(measuredAt, 400)),
  ]);
}

/** Where the drawing is, and how wide the column of text beside it. Short names have a large drawing. */
interface Layout {
  readonly column: number;
  readonly ring: { readonly x: number; readonly radius: number };
  /** The sizes of `when` in px, largest first. */
  readonly times: readonly number[];
}

const roomy: Layout = { column: 640, ring: { x: 940, radius: 188 }, times: [36, 32, 28] };
const dense: Layout = { column: 768, ring: { x: 1_000, radius: 128 }, times: [32, 28] };

/** A size of text in px, and the layout in which it is used. */
type Choice = readonly [size: number, layout: Layout];

/** The sizes of a headline, largest first. */
const titleSizes: readonly Choice[] = [
  ...[104, 96, 88, 80, 72, 64, 58].map((size) => [size, roomy] as const),
  ...[58, 52, 48, 44, 40].map((size) => [size, dense] as const),
];

/** The part of a size that a space takes, rounded up. */
const space = 0.25;

/** How many lines these words take, if a word that is wider than the column is broken. Widths are parts of the size. */
function linesOf(words: readonly number[], column: number): number {
  let lines = 1;
  let used = 0;
  for (const word of words) {
    if (used > 0 && used + space + word > column) {
      lines++;
      used = 0;
    }
    used += (used > 0 ? space : 0) + word;
    while (used > column) {
      lines++;
      used -= column;
    }
  }
  return lines;
}

interface Setting {
  readonly size: number;
  /** Of the text, px: narrower than the column where that makes the lines about equally long. */
  readonly width: number;
  readonly layout: Layout;
}

/**
 * How a text is set: as large as it fits without breaking a word, or else with broken words. `widths` are those of its words on the
 * measuring sheet; `most` limits its lines, and how high they are together in px, without what is between them.
 */
function setting(widths: readonly number[], choices: readonly Choice[], most: { lines: number; height: number }): Setting {
  const words = widths.map((width) => width / measuredAt);
  const widest = Math.max(0, ...words);
  const fits = ([size, { column }]: Choice) => {
    const lines = linesOf(words, column / size);
    return lines <= most.lines && lines * size <= most.height;
  };
  const whole = choices.find((each) => widest * each[0] <= each[1].column && fits(each));
  const [size, layout] = (whole ?? choices.find(fits) ?? choices.at(-1)) as Choice;
  if (!whole) return { size, width: layout.column, layout };
  const step = 8;
  const lines = linesOf(words, layout.column / size);
  let width = layout.column;
  while (width - step >= widest * size && linesOf(words, (width - step) / size) === lines) width -= step;
  return { size, width, layout };
}

const circle = (x: number, y: number, radius: number, background: string): CardElement =>
  box({
    position: 'absolute',
    left: x - radius,
    top: y - radius,
    width: 2 * radius,
    height: 2 * radius,
    borderRadius: radius,
    background,
  });

/** The mark: two circles, each half over the other, as in apps/web/src/ui/mark.module.css. */
const mark = (x: number, y: number, radius: number): CardElement[] => [
  circle(x - radius / 2, y, radius, colours.one),
  circle(x + radius / 2, y, radius, colours.other),
];

const margin = 72;
const inner = cardSize.width - 2 * margin;

/** The middle of the drawing and of the text, from the top of the card in px. */
const middle = 318;

/** The mark in a minute of dots. */
const drawing = ({ x, radius }: Layout['ring']): CardElement[] => [
  ...Array.from({ length: 60 }, (_, n) => {
    const angle = (n / 60) * 2 * Math.PI;
    return circle(x + Math.cos(angle) * radius, middle + Math.sin(angle) * radius, radius / 80, colours.dot);
  }),
  ...mark(x, middle, radius * 0.45),
];

const mostLines = 3;

const at = (top: number) => ({ position: 'absolute', left: margin, top });

/** Whatever was measured, a text takes no more lines than these: the rest of it becomes "…". */
const clamped = (lines: number) => ({ display: 'block', lineClamp: lines, wordBreak: 'break-word' });

/** The card as an element tree. `widths` are those of the words of `measuringSheet`. */
export function shareCard(text: ShareCardText, widths: readonly number[]): CardElement {
  const { product, name, when, where, note } = text;
  const headline = headlineOf(text);
  const toTime = wordsOf(headline).length;
  const title = setting(widths.slice(0, toTime), titleSizes, { lines: mostLines, height: note ? 176 : 216 });
  const { layout } = title;
  const time = setting(
    widths.slice(toTime, toTime + wordsOf(when).length),
    layout.times.map((size) => [size, layout] as const),
    { lines: 2, height: 80 },
  );
  const line = (part: string | undefined, style: CardElement['props']['style']) => (part ? [box(style, part)] : []);
  const column = { flexDirection: 'column', justifyContent: 'center', width: layout.column, height: 400 };
  return box({ width: '100%', height: '100%', background: colours.paper, color: colours.ink }, [
    ...drawing(layout.ring),
    ...line(name && product, { ...headlineStyle(36), ...clamped(1), ...at(60), width: inner }),
    box({ ...column, ...at(middle - 200) }, [
      ...line(headline, { ...headlineStyle(title.size), ...clamped(mostLines), width: title.width, lineHeight: 1.1 }),
      ...line(when, { ...plainStyle(time.size, 500), ...clamped(2), width: time.width, marginTop: 26, color: colours.accent }),
      ...line(note, { ...plainStyle(28, 400), ...clamped(1), marginTop: 12, color: colours.soft }),
    ]),
    ...line(where, { ...plainStyle(28, 400), ...clamped(1), ...at(534), width: inner, color: colours.soft }),
  ]);
}
