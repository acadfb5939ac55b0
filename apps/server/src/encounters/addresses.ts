/**
 * Removes from session descriptions and candidates what may not reach the partner where network addresses are hidden: only
 * relay candidates stay, and nothing that names a person's own network. Source: RFC 8839, requirements/encounter 12.
 */

// foundation, component, transport, priority, address, port, "typ", type, and the rest (RFC 8839 section 5.1).
const grammar = /^(?:a=)?candidate:(\S+) (\d+) (\S+) (\d+) (\S+) (\d+) typ (\w+)(.*)$/i;

/** The candidate as the partner may see it; undefined if it must not pass. The empty candidate that ends the list passes. */
export function relayedOnly(candidate: string): string | undefined {
  if (candidate === '') return candidate;
  const parts = grammar.exec(candidate);
  if (parts?.[7]?.toLowerCase() !== 'relay') return undefined;
  // The related address of a relay candidate is the person's own.
  return candidate.replace(/ raddr \S+/i, ' raddr 0.0.0.0').replace(/ rport \d+/i, ' rport 0');
}

/** A description without addresses: relay candidates stay, without the address they belong to. */
export function withoutAddresses(sdp: string): string {
  return sdp
    .split(/\r\n|\r|\n/)
    .flatMap((line) => {
      if (/^a=(remote-)?candidate/i.test(line)) {
        const kept = /^a=candidate/i.test(line) ? relayedOnly(line) : undefined;
        return kept === undefined ? [] : [kept];
      }
      if (/^c=IN/i.test(line)) return ['c=IN IP4 0.0.0.0'];
      if (/^a=rtcp:\d+/i.test(line)) return ['a=rtcp:9 IN IP4 0.0.0.0'];
      // The port beside a default address is the person's own as well.
      return [line.replace(/^(m=\w+) [1-9]\d* /i, '$1 9 ')];
    })
    .join('\r\n');
}

/** Removes the names in a description's head: they could link two encounters of one person, or reveal their software. */
export const withoutNames = (sdp: string): string =>
  sdp
    .replaceAll(/^o=\S+ (\d+) (\d+) .*$/gim, 'o=- $1 $2 IN IP4 127.0.0.1')
    .replaceAll(/^s=.*$/gim, 's=-')
    .replaceAll(/^(i|u|e|p)=.*(\r\n|\r|\n)/gim, '')
    .replaceAll(/^a=tool:.*(\r\n|\r|\n)/gim, '');
