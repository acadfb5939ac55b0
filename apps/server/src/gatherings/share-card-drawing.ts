import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { initWasm, Resvg } from '@resvg/resvg-wasm';
import satori, { type Font } from 'satori';
import {
  type CardElement,
  cardSize,
  graphemesOf,
  measuringSheet,
  type ShareCardText,
  sans,
  serif,
  shareCard,
  withoutMissing,
} from './share-card.ts';

const { resolve } = createRequire(import.meta.url);
const read = (specifier: string): Buffer => readFileSync(resolve(specifier));

await initWasm(read('@resvg/resvg-wasm/index_bg.wasm'));

/** "Newsreader latin-ext" is one subset of a family; the first one, which is named without it, is "latin". */
function fontOf(name: string, weight: 400 | 500): Font {
  const [family = '', subset = 'latin'] = name.toLowerCase().split(' ');
  return { name, weight, style: 'normal', data: read(`@fontsource/${family}/files/${family}-${subset}-${weight}-normal.woff`) };
}

/** Fonts are read once, and passed as one array, by which satori remembers what it has parsed. */
const fonts: Font[] = [
  ...serif.map((name) => fontOf(name, 500)),
  ...sans.flatMap((name) => [fontOf(name, 400), fontOf(name, 500)]),
];

interface Sheet {
  readonly svg: string;
  /** The widths of the texts in px, in the order of the tree. */
  readonly widths: readonly number[];
  /** The graphemes that no font has. */
  readonly missing: ReadonlySet<string>;
}

async function layOut(tree: CardElement): Promise<Sheet> {
  const widths: number[] = [];
  const missing = new Set<string>();
  const svg = await satori(tree as unknown as Parameters<typeof satori>[0], {
    ...cardSize,
    fonts,
    // Quarters of a pixel: on whole ones, the dots are not alike.
    pointScaleFactor: 4,
    // Asked for a font or an image of what no font has, and given none.
    async loadAdditionalAsset(_, segment) {
      for (const grapheme of graphemesOf(segment)) missing.add(grapheme);
      return [];
    },
    onNodeDetected({ textContent, width }) {
      if (textContent !== undefined) widths.push(width);
    },
  });
  return { svg, widths, missing };
}

/** Draws the card as a PNG. What no font has is left out. */
export async function drawShareCard(text: ShareCardText): Promise<Uint8Array<ArrayBuffer>> {
  let drawable = text;
  let sheet = await layOut(measuringSheet(drawable));
  if (sheet.missing.size > 0) {
    drawable = withoutMissing(text, sheet.missing);
    sheet = await layOut(measuringSheet(drawable));
  }
  const { svg } = await layOut(shareCard(drawable, sheet.widths));
  const drawing = new Resvg(svg, { font: { loadSystemFonts: false } });
  const image = drawing.render();
  const png = Uint8Array.from(image.asPng());
  // Memory of WebAssembly is not collected.
  image.free();
  drawing.free();
  return png;
}
