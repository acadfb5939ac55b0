import { expect, test } from 'vitest';
import { browserKind, missingFeatures } from './browser.ts';

const agents = {
  chrome: 'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/156.0.0.0 Safari/537.36',
  edge: 'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/156.0.0.0 Safari/537.36 Edg/156.0.0.0',
  firefox: 'Mozilla/5.0 (X11; Linux x86_64; rv:153.0) Gecko/20100101 Firefox/153.0',
  safariMac:
    'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/26.0 Safari/605.1.15',
  safariPhone:
    'Mozilla/5.0 (iPhone; CPU iPhone OS 18_6 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/26.0 Mobile/15E148 Safari/604.1',
  inApp:
    'Mozilla/5.0 (iPhone; CPU iPhone OS 18_6 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Mobile/15E148 Instagram 400.0',
  other: 'curl/8.0',
} as const;

test.each(Object.entries(agents))('[WEB-19] %s is recognised by its user agent', (kind, agent) => {
  expect(browserKind(agent)).toBe(kind);
});

test('[WEB-19] an iPad that claims to be a Mac is recognised by its touch screen; a web view by its user agent', () => {
  expect(browserKind(agents.safariMac, 5)).toBe('safariPhone');
  expect(browserKind(`${agents.chrome.replace('X11; Linux x86_64', 'Linux; Android 16; wv')}`)).toBe('inApp');
});

test('[WEB-19] missing features are detected, not derived from the user agent', () => {
  const able = { navigator: { mediaDevices: { getUserMedia() {} } }, RTCPeerConnection: class {}, isSecureContext: true };
  expect(missingFeatures(able)).toEqual([]);
  expect(missingFeatures({ ...able, isSecureContext: false })).toEqual(['camera', 'microphone']);
  expect(missingFeatures({ ...able, navigator: {} })).toEqual(['camera', 'microphone']);
  expect(missingFeatures({ ...able, RTCPeerConnection: undefined })).toEqual(['connection']);
});
