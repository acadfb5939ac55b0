/** The kinds of browser for which instructions differ. `in-app`: a page inside another application, which often has no camera. */
export type BrowserKind = 'chrome' | 'edge' | 'firefox' | 'safariMac' | 'safariPhone' | 'inApp' | 'other';

const inApp = /FBAN|FBAV|FB_IAB|Instagram|Line\/|MicroMessenger|TikTok|musical_ly|Snapchat|Twitter|LinkedInApp|GSA\/|; wv\)/;

/** The kind of browser, from its user agent string. Only for texts: what a browser can do is detected. */
export function browserKind(userAgent: string, touchPoints = 0): BrowserKind {
  if (inApp.test(userAgent)) return 'inApp';
  const phone = /iPhone|iPad|iPod/.test(userAgent) || (/Macintosh/.test(userAgent) && touchPoints > 1);
  if (phone) return 'safariPhone';
  if (/Edg\//.test(userAgent)) return 'edge';
  if (/Firefox\//.test(userAgent)) return 'firefox';
  if (/Chrome\/|Chromium\//.test(userAgent)) return 'chrome';
  if (/Safari\//.test(userAgent) && /Macintosh/.test(userAgent)) return 'safariMac';
  return 'other';
}

export const ownBrowser = (): BrowserKind => browserKind(navigator.userAgent, navigator.maxTouchPoints);

/** The browser features that an encounter needs. */
type Need = 'camera' | 'microphone' | 'connection';

interface Abilities {
  readonly navigator: { readonly mediaDevices?: { getUserMedia?: unknown } | undefined };
  readonly RTCPeerConnection?: unknown;
  readonly isSecureContext: boolean;
}

/** The features this browser lacks. Camera and microphone count as one feature; an insecurely served page has neither. */
export function missingFeatures(here: Abilities = window as unknown as Abilities): Need[] {
  const devices = here.isSecureContext && typeof here.navigator.mediaDevices?.getUserMedia === 'function';
  const connection = typeof here.RTCPeerConnection === 'function';
  return [...(devices ? [] : (['camera', 'microphone'] as const)), ...(connection ? [] : (['connection'] as const))];
}
