import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { compiler } from 'markdown-to-jsx/react';
import type { Plugin } from 'vite';

/** An element as the Markdown parser returns it; text is a string. */
interface Element {
  readonly tag: unknown;
  readonly props: Readonly<Record<string, unknown>> | null;
  readonly children: readonly unknown[];
}

const isElement = (value: unknown): value is Element => typeof value === 'object' && value !== null && 'tag' in value;

const parts = fileURLToPath(new URL('./src/pages/text-parts.tsx', import.meta.url));

/** A text as a React expression; the product is called by its name in this installation. */
const wordsOf = (text: string): string =>
  text
    .split('{product}')
    .map((piece) => JSON.stringify(piece))
    .join(', e(Product), ');

function expressionOf(node: unknown): string {
  if (Array.isArray(node)) return node.map(expressionOf).join(', ');
  if (!isElement(node)) return wordsOf(String(node ?? ''));
  const { href, key: _, ...props } = node.props ?? {};
  const own = typeof href === 'string' && href.startsWith('/');
  const tag = own ? 'Link' : JSON.stringify(node.tag);
  const given = { ...props, ...(own && { to: href }), ...(!own && href !== undefined && { href }) };
  return `e(${[tag, JSON.stringify(given), ...(node.children.length > 0 ? [expressionOf(node.children)] : [])].join(', ')})`;
}

const fragmentOf = (nodes: readonly unknown[]): string => `e(Fragment, null, ${expressionOf(nodes)})`;

/**
 * Turns a long text of the brand folder into React when the product is built, so that no browser parses Markdown:
 * its title, its text before the first section, and its sections. Raw HTML in it is shown as text.
 */
export const markdown = (): Plugin => ({
  name: 'markdown',
  enforce: 'pre',
  async load(id) {
    if (!id.endsWith('.md')) return undefined;
    const tree: unknown = compiler(await readFile(id, 'utf8'), {
      wrapper: null,
      forceBlock: true,
      disableParsingRawHTML: true,
      createElement: (tag, props, ...children) => ({ tag, props, children }) as never,
    });
    const blocks = (Array.isArray(tree) ? tree : [tree]).filter(isElement);
    const [title] = blocks.filter(({ tag }) => tag === 'h1');
    if (!title) throw new Error(`${id} has no title`);
    const intro: Element[] = [];
    const sections: { heading: Element; body: Element[] }[] = [];
    for (const block of blocks) {
      if (block === title) continue;
      if (block.tag === 'h2') sections.push({ heading: block, body: [] });
      else (sections.at(-1)?.body ?? intro).push(block);
    }
    const sectionCode = sections.map(
      ({ heading, body }) =>
        `{ id: ${JSON.stringify(heading.props?.id)}, title: ${fragmentOf(heading.children)}, body: ${fragmentOf(body)} }`,
    );
    return [
      `import { createElement as e, Fragment } from 'react';`,
      `import { Link } from 'react-router';`,
      `import { Product } from ${JSON.stringify(parts)};`,
      `export const title = ${fragmentOf(title.children)};`,
      `export const intro = ${fragmentOf(intro)};`,
      `export const sections = [${sectionCode.join(', ')}];`,
    ].join('\n');
  },
});
