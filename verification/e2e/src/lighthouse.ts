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

/** Audits a page in a browser of its own, as a visitor or signed in by a session's token. Throws if the page could not be loaded. */
export async function audit(url: string, token?: string): Promise<Audit> {
  for (let left = attempts; ; left--) {
    try {
      return await attempt(url, token);
    } catch (error) {
      if (!(error instanceof ToolFailed) || left === 1) throw error;
    }
  }
}

/** Signs the profile that Lighthouse uses in. */
async function signIn(port: number, url: string, token: string): Promise<void> {
  const browser = await chromium.connectOverCDP(`http://127.0.0.1:${port}`);
  const page = await browser.contexts()[0]?.newPage();
  await page?.goto(new URL('/robots.txt', url).href);
  await page?.evaluate((given) => localStorage.setItem('unspoken.token', given), token);
  await page?.close();
  await browser.close();
}

async function attempt(url: string, token?: string): Promise<Audit> {
  const executablePath = findChromium();
  if (!executablePath) throw new Error('no Chromium or Chrome is installed');
  const port = await freePort();
  const browser = await chromium.launch({ executablePath, args: [`--remote-debugging-port=${port}`] });
  try {
    if (token !== undefined) await signIn(port, url, token);
    const options = { port, output: 'json', logLevel: 'error', disableStorageReset: token !== undefined } as const;
    const result = await Promise.race([lighthouse(url, options), after(auditTimeout)]);
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
