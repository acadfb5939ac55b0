/** The push services of the browsers in use: Chromium's, Firefox's, Safari's and Edge's. `*.` stands for any subdomain. */
export const knownPushHosts = [
  'fcm.googleapis.com',
  'updates.push.services.mozilla.com',
  '*.push.apple.com',
  '*.notify.windows.com',
] as const;

const longest = 1_000;

const admits = (host: string, pattern: string): boolean =>
  pattern.startsWith('*.') ? host.endsWith(pattern.slice(1)) && host.length > pattern.length - 1 : host === pattern;

/**
 * The endpoint of a subscription (RFC 8030), if it belongs to one of these push services; otherwise undefined. `hosts` are host names,
 * reached by https on its usual port only, or the http origins of stand-ins.
 */
export function endpointOf(text: string, hosts: readonly string[]): URL | undefined {
  if (text.length > longest || !URL.canParse(text)) return undefined;
  const url = new URL(text);
  // What a browser hands out is written as URLs are. Other spellings are of people who try something.
  if (url.href !== text || url.username !== '' || url.password !== '' || url.hash !== '') return undefined;
  if (hosts.includes(url.origin)) return url;
  if (url.protocol !== 'https:' || url.port !== '') return undefined;
  return hosts.some((pattern) => admits(url.hostname, pattern)) ? url : undefined;
}
