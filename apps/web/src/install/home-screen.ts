/** What tells whether the product is installed, and on what. */
interface Here {
  readonly navigator: {
    readonly userAgent: string;
    readonly maxTouchPoints: number;
    /** Only on iPhones and iPads. */
    readonly standalone?: boolean;
  };
  matchMedia(query: string): { readonly matches: boolean };
}

/** Whether this page is a window of its own, opened from the home screen or the desk. */
export const isInstalled = (here: Here = window): boolean =>
  here.navigator.standalone === true || here.matchMedia('(display-mode: standalone), (display-mode: minimal-ui)').matches;

/** An iPhone or iPad, with whatever browser: all of them use its WebKit. An iPad says that it is a Mac, one with a touch screen. */
export const isAppleMobile = ({ navigator: { userAgent, maxTouchPoints } }: Here = window): boolean =>
  /iPhone|iPad|iPod/.test(userAgent) || (/Macintosh/.test(userAgent) && maxTouchPoints > 1);

/**
 * Whether push and badges reach this person only once they have added the product to their home screen: on iPhones and iPads
 * both exist for installed web applications alone.
 */
export const needsHomeScreen = (here: Here = window): boolean => isAppleMobile(here) && !isInstalled(here);
