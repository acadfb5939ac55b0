import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Browser, ViewportSize } from '@playwright/test';

/** One picture of many at `path`: the screenshots of these names in a folder, each at a fraction of its size. */
export async function sheet(
  browser: Browser,
  { folder, names, path }: { readonly folder: string; readonly names: readonly string[]; readonly path: string },
  { width, height }: ViewportSize,
): Promise<void> {
  const across = width > height ? 240 : 130;
  const pictures = await Promise.all(
    names.map(async (name) => `data:image/png;base64,${(await readFile(join(folder, `${name}.png`))).toString('base64')}`),
  );
  const columns = Math.min(8, names.length);
  const page = await browser.newPage({ viewport: { width: columns * (across + 6), height: 100 } });
  await page.setContent(
    `<body style="margin:3px;display:grid;grid-template-columns:repeat(${columns},${across}px);gap:6px;background:#888">` +
      pictures
        .map(
          (source) =>
            `<img style="width:${across}px;height:${(across * height) / width}px;object-fit:cover;object-position:top" src="${source}">`,
        )
        .join(''),
  );
  await page.screenshot({ path, fullPage: true, type: 'jpeg', quality: 72 });
  await page.close();
}
