import type { Company, WindowPort } from '@unspoken/encounter/ports';

const key = (company: Company): string => `unspoken.window.${company}`;
/** What was chosen in this page, also where nothing can be stored. */
const chosen: Partial<Record<Company, boolean>> = {};

function stored(company: Company): boolean | undefined {
  try {
    const value = localStorage.getItem(key(company));
    return value === null ? undefined : value === 'on';
  } catch {
    return undefined;
  }
}

/** Whether this browser has any way to cut pictures: as streams of frames, or by drawing them. */
const canCut = (): boolean =>
  typeof Worker === 'function' &&
  ('MediaStreamTrackProcessor' in globalThis || typeof HTMLCanvasElement.prototype.captureStream === 'function');

/** The portrait window in this browser. `isOffered`: the installation has it. */
export const browserWindow = (isOffered: boolean): WindowPort => ({
  isAvailable: isOffered ? canCut() : undefined,
  choice: (company) => chosen[company] ?? stored(company),
  choose(company, isFramed) {
    chosen[company] = isFramed;
    try {
      localStorage.setItem(key(company), isFramed ? 'on' : 'off');
    } catch {
      // It is kept until the page is closed.
    }
  },
});
