/**
 * Removes from session descriptions and candidates what may not reach the partner where network addresses are hidden: only
 * relay candidates stay, and nothing that names a person's own network, or is the same wherever their device takes part.
 * Source: RFC 8839, requirements/encounter 12, requirements/threats 10.3.
 */

// foundation, component, transport, priority, address, port, "typ", type, and the rest (RFC 8839 section 5.1).
const grammar = /^((?:a=)?candidate):(\S+) (\d+) (\S+) (\d+) (\S+) (\d+) typ (\w+)(.*)$/i;

/** Extensions that say of which description a candidate is a part. Others, as `network-id` and `network-cost`, describe the device. */
const extensions = / (?:generation \d+|ufrag \S+)/gi;

/** The foundations of one side's candidates, in the order in which they were first seen. */
export type Foundations = Map<string, number>;

/**
 * A foundation only has to be the same for candidates of one kind (RFC 8445 section 5.1.1.3). Browsers derive it from the number of
 * interfaces, so it is numbered again.
 */
function numbered(foundation: string, foundations: Foundations): number {
  const number = foundations.get(foundation) ?? foundations.size + 1;
  foundations.set(foundation, number);
  return number;
}

/**
 * The priority without the local preference, by which a device orders its interfaces: the type preference, which orders the
 * transports to the relay, and the component stay (RFC 8445 section 5.1.2.1).
 */
function priorityOfType(priority: number, component: number): number {
  const typePreference = Math.min(126, Math.floor(priority / 2 ** 24));
  return typePreference * 2 ** 24 + 65_535 * 2 ** 8 + (256 - Math.min(256, Math.max(1, component)));
}

/** The candidate as the partner may see it; undefined if it must not pass. The empty candidate that ends the list passes. */
export function relayedOnly(candidate: string, foundations: Foundations): string | undefined {
  if (candidate === '') return candidate;
  const [, name, foundation = '', component, transport, priority, address, port, type, rest = ''] = grammar.exec(candidate) ?? [];
  if (type?.toLowerCase() !== 'relay') return undefined;
  const order = priorityOfType(Number(priority), Number(component));
  const kept = (rest.match(extensions) ?? []).join('');
  // The related address of a relay candidate is the person's own.
  return `${name}:${numbered(foundation, foundations)} ${component} ${transport} ${order} ${address} ${port} typ relay raddr 0.0.0.0 rport 0${kept}`;
}

/** A description without addresses: relay candidates stay, without the address they belong to. */
export function withoutAddresses(sdp: string, foundations: Foundations): string {
  return sdp
    .split(/\r\n|\r|\n/)
    .flatMap((line) => {
      if (/^a=(remote-)?candidate/i.test(line)) {
        const kept = /^a=candidate/i.test(line) ? relayedOnly(line, foundations) : undefined;
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
