import { readFile } from 'node:fs/promises';
import { join } from 'node:path';

/** What Vite's manifest says of a chunk. */
interface Chunk {
  readonly css?: readonly string[];
  readonly imports?: readonly string[];
}
type Manifest = Readonly<Record<string, Chunk>>;

/** The sheets of a chunk and of all that it imports, in the order of the cascade: what is imported comes first. */
function sheetsOf(manifest: Manifest, name: string, seen = new Set<string>()): readonly string[] {
  const chunk = manifest[name];
  if (!chunk || seen.has(name)) return [];
  seen.add(name);
  return [...(chunk.imports ?? []).flatMap((each) => sheetsOf(manifest, each, seen)), ...(chunk.css ?? [])];
}

/** Whether a rendered page has an element of one of the sheet's classes. The names of classes are unique to their sheet. */
const isUsed = (sheet: string, bodies: readonly string[]): boolean => {
  const classes = new Set([...sheet.matchAll(/\.(_[\w-]+)/g)].map(([, name]) => name));
  return bodies.some((body) =>
    [...body.matchAll(/class="([^"]*)"/g)].some(([, names = '']) => names.split(' ').some((each) => classes.has(each))),
  );
};

/**
 * The style that is inlined into every document: the sheets with which the application starts, and those of the prerendered pages. Each is
 * smaller than the cost of a request. `links` are disabled links to the same sheets, which keep Vite from loading them again.
 */
export async function documentStyle(
  dist: string,
  bodies: readonly string[],
): Promise<{ readonly style: string; readonly links: string }> {
  const manifest: Manifest = JSON.parse(await readFile(join(dist, '.vite/manifest.json'), 'utf8'));
  const textOf = async (sheet: string) => (await readFile(join(dist, sheet), 'utf8')).trim();
  const first = sheetsOf(manifest, 'index.html');
  const start = sheetsOf(manifest, 'src/main.tsx').filter((each) => !first.includes(each));
  const others = [...new Set(Object.keys(manifest).flatMap((name) => sheetsOf(manifest, name)))].filter(
    (each) => !first.includes(each) && !start.includes(each),
  );
  const texts = new Map<string, string>();
  for (const sheet of [...first, ...others, ...start]) {
    const text = await textOf(sheet);
    // The parts of the design system come before the pages that adapt them.
    if (!others.includes(sheet) || isUsed(text, bodies)) texts.set(sheet, text);
  }
  const style = [...texts.values()].join('\n');
  if (style.includes('</')) throw new Error('a sheet contains </, which would end its style element');
  return { style, links: [...texts.keys()].map((sheet) => `<link rel="stylesheet" href="/${sheet}" disabled />`).join('\n    ') };
}
