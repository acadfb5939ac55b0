import { languages } from '@unspoken/contract/languages';
import { obstacles, publicPaths } from '../src/obstacles.ts';
import { expect, story } from '../src/stage.ts';

for (const language of languages)
  for (const colorScheme of ['light', 'dark'] as const)
    story(`[WEB-28] axe finds nothing on any public page, ${colorScheme}, in ${language}`, async ({ stage }) => {
      const context = await stage.red.newContext({ baseURL: stage.server.origin, colorScheme, reducedMotion: 'reduce' });
      const page = await context.newPage();
      for (const path of publicPaths) expect(await obstacles(page, path, language)).toEqual([]);
      await context.close();
    });
