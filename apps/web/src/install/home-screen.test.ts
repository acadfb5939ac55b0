import { describe, expect, test } from 'vitest';
import { isInstalled, needsHomeScreen } from './home-screen.ts';

const iPhone =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 18_1 like Mac OS X) AppleWebKit/605.1.15 Version/18.1 Mobile/15E148 Safari/604.1';
const chromeOnIPhone =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 18_1 like Mac OS X) AppleWebKit/605.1.15 CriOS/130.0 Mobile/15E148 Safari/604.1';
const mac =
  'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.1 Safari/605.1.15';
const android =
  'Mozilla/5.0 (Linux; Android 15; Pixel 9) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/130.0 Mobile Safari/537.36';

interface Device {
  readonly userAgent: string;
  readonly touchPoints?: number;
  readonly standalone?: boolean;
  readonly displayMode?: string;
}

const at = ({ userAgent, touchPoints = 0, standalone, displayMode = 'browser' }: Device) => ({
  navigator: { userAgent, maxTouchPoints: touchPoints, ...(standalone !== undefined && { standalone }) },
  matchMedia: (query: string) => ({ matches: query.includes(`: ${displayMode})`) }),
});

describe('[WEB-181] users who have to add the product to the home screen first', () => {
  test.each<[string, Device, boolean]>([
    ['an iPhone in Safari', { userAgent: iPhone, touchPoints: 5, standalone: false }, true],
    ['an iPhone in another browser', { userAgent: chromeOnIPhone, touchPoints: 5 }, true],
    ['an iPad, which says that it is a Mac', { userAgent: mac, touchPoints: 5, standalone: false }, true],
    ['an iPhone, opened from the home screen', { userAgent: iPhone, touchPoints: 5, standalone: true }, false],
    ['a Mac', { userAgent: mac }, false],
    ['an Android phone', { userAgent: android, touchPoints: 5 }, false],
  ])('%s', (_name, device, needed) => {
    expect(needsHomeScreen(at(device))).toBe(needed);
  });
});

test('[WEB-181] a window of its own is one that was installed; a page in full screen is not', () => {
  const installed = (displayMode: string) => isInstalled(at({ userAgent: android, displayMode }));
  expect(['standalone', 'minimal-ui', 'browser', 'fullscreen'].map(installed)).toEqual([true, true, false, false]);
});
