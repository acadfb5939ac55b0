import { readFileSync } from 'node:fs';

const [relay, firewall] = ['deploy/coturn/turnserver.conf', 'deploy/coturn/firewall.nft'];

/** coturn 4.6 cannot deny this range: one that begins with `::` denies every IPv4 address too. */
const onlyInFirewall = '::-::1';

/** The firewall of the relay's host has to deny what the relay itself does. Source: requirements/threats B.5. */
export function checkRelayFirewall(
  [denied, rules]: readonly [string, string] = [readFileSync(relay, 'utf8'), readFileSync(firewall, 'utf8')],
): readonly string[] {
  const wanted = new Set([...denied.matchAll(/^denied-peer-ip=(\S+)$/gm)].map(([, range = '']) => range).concat(onlyInFirewall));
  const given = new Set([...rules.matchAll(/^\t+([\da-f.:]+-[\da-f.:]+),?$/gm)].map(([, range = '']) => range));
  return [
    ...[...wanted]
      .filter((range) => !given.has(range))
      .map((range) => `${firewall}: ${range} is denied by ${relay} and not here`),
    ...[...given]
      .filter((range) => !wanted.has(range))
      .map((range) => `${firewall}: ${range} is denied here and not by ${relay}`),
  ];
}
