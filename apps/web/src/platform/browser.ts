/** What instructions differ by. `in-app`: a page shown inside another application, which often has no camera. */
export type BrowserKind = 'chrome' | 'edge' | 'firefox' | 'safariMac' | 'safariPhone' | 'inApp' | 'other';

const inApp = /FBAN|FBAV|FB_IAB|Instagram|Line\/|MicroMessenger|TikTok|musical_ly|Snapchat|Twitter|LinkedInApp|GSA\/|; wv\)/;

/** The kind of browser, from its user agent string. Only for words: what a browser can do is asked of itself. */
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

/** What an encounter needs of a browser. */
type Need = 'camera' | 'microphone' | 'connection';

interface Abilities {
  readonly navigator: { readonly mediaDevices?: { getUserMedia?: unknown } | undefined };
  readonly RTCPeerConnection?: unknown;
  readonly isSecureContext: boolean;
}

/** What this browser lacks. Camera and microphone are one ability; on a page that is not served securely there is none. */
export function lacks(here: Abilities = window as unknown as Abilities): Need[] {
  const devices = here.isSecureContext && typeof here.navigator.mediaDevices?.getUserMedia === 'function';
  const connection = typeof here.RTCPeerConnection === 'function';
  return [...(devices ? [] : (['camera', 'microphone'] as const)), ...(connection ? [] : (['connection'] as const))];
}
