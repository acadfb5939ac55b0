import { languages } from '@unspoken/contract/languages';
import { files, read } from './files.ts';

const shapeOf = (text: string): string =>
  [/^# /gm, /^## /gm, /^- /gm, /\]\(/g, /\{product\}/g].map((pattern) => [...text.matchAll(pattern)].length).join();

/** Every long text exists in every language, with as many sections, items, links and product names as the English one. */
export function checkLongTexts(): string[] {
  const texts = files('.md').filter((path) => path.startsWith('brand/texts/'));
  const english = texts.filter((path) => path.startsWith('brand/texts/en/'));
  return english.flatMap((path) =>
    languages.flatMap((language) => {
      const other = path.replace('/en/', `/${language}/`);
      if (!texts.includes(other)) return [`there is no ${other}`];
      return shapeOf(read(other)) === shapeOf(read(path)) ? [] : [`${other} has another shape than ${path}`];
    }),
  );
}
