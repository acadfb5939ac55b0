import { audit } from '../src/lighthouse.ts';
import { longIf } from '../src/long.ts';
import { expect, story } from '../src/stage.ts';

for (const path of ['/', '/faq', '/about'])
  story(`[WEB-34] ${path} scores at least 98 in Lighthouse, without layout shift`, longIf(path !== '/'), async ({ stage }) => {
    const { scores, faults, cls } = await audit(stage.server.origin + path);
    for (const category of ['accessibility', 'best-practices', 'seo'])
      expect(scores[category], faults.join('\n')).toBeGreaterThanOrEqual(98);
    expect(cls).toBeLessThan(0.02);
  });
