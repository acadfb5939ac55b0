import { chromium } from '@playwright/test';
import lighthouse from 'lighthouse';
import { freePort } from '../../../tools/free-port.ts';
import { findChromium } from '../../../tools/programs.mjs';

/** Lighthouse's results for a page, on the mid-range phone and the slow connection that it simulates by default. */
export interface Audit {
  /** Scores from 0 to 100 by category, and the failed audits. */
  readonly scores: Readonly<Record<string, number>>;
  readonly faults: readonly string[];
  /** Largest Contentful Paint and Total Blocking Time, ms; Cumulative Layout Shift, without a unit. */
  readonly lcp: number;
  readonly tbt: number;
  readonly cls: number;
}

/** Sometimes the tool itself fails: it hangs, or loses its own trace. Only then is the audit repeated, never for a bad result. */
const attempts = 2;
/** The time-out of an audit, ms; one normally takes ten seconds. */
const auditTimeout = 80_000;
class ToolFailed extends Error {}
const after = (ms: number) =>
  new Promise<never>((_, reject) => setTimeout(() => reject(new ToolFailed(`no audit within ${ms} ms`)), ms).unref());

/** Audits a page in a browser of its own. Throws if the page could not be loaded. */
export async function audit(url: string): Promise<Audit> {
  for (let left = attempts; ; left--) {
    try {
      return await attempt(url);
    } catch (error) {
      if (!(error instanceof ToolFailed) || left === 1) throw error;
    }
  }
}

async function attempt(url: string): Promise<Audit> {
  const executablePath = findChromium();
  if (!executablePath) throw new Error('no Chromium or Chrome is installed');
  const port = await freePort();
  const browser = await chromium.launch({ executablePath, args: [`--remote-debugging-port=${port}`] });
  try {
    const result = await Promise.race([lighthouse(url, { port, output: 'json', logLevel: 'error' }), after(auditTimeout)]);
    if (!result || result.lhr.runtimeError) throw new ToolFailed(`${url}: ${result?.lhr.runtimeError?.message ?? 'no result'}`);
    const { categories, audits } = result.lhr;
    const value = (id: string): number => audits[id]?.numericValue ?? Number.NaN;
    return {
      scores: Object.fromEntries(Object.values(categories).map(({ id, score }) => [id, Math.round((score ?? 0) * 100)])),
      faults: Object.values(categories)
        .filter(({ id }) => id !== 'performance')
        .flatMap(({ auditRefs }) => auditRefs)
        .filter(({ id, weight }) => weight > 0 && (audits[id]?.score ?? 1) < 1)
        .map(({ id }) => `${id}: ${JSON.stringify(audits[id]?.details ?? audits[id]?.title).slice(0, 400)}`),
      lcp: value('largest-contentful-paint'),
      tbt: value('total-blocking-time'),
      cls: value('cumulative-layout-shift'),
    };
  } finally {
    await browser.close();
  }
}
