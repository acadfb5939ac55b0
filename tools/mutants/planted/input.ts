import type { Bug } from '../bug.ts';

const http = 'apps/server/src/platform/http';
const headers = `${http}/headers.integration.test.ts`;

const linkability = 'apps/server/src/encounters/linkability.integration.test.ts';

/** What clients send that no browser sends, and what they receive for it. */
export const input: readonly Bug[] = [
  {
    name: 'what is refused before routing has no security headers',
    file: `${http}/server.ts`,
    from: '      ServerResponse: responseWithHeaders(options.secure),\n',
    to: '',
    ...{ suite: headers, test: 'the answer has the security headers and repeats nothing' },
  },
  {
    name: 'what is no HTTP is answered without security headers',
    file: `${http}/server.ts`,
    from: '    clientErrorHandler: refuseUnparsed(options.secure),\n',
    to: '',
    ...{ suite: headers, test: 'the answer has the security headers and repeats nothing' },
  },
  {
    name: 'a compressed body is read as it came',
    file: `${http}/server.ts`,
    from: "(headers['content-encoding'] ?? 'identity') !== 'identity'",
    to: "(headers['content-encoding'] ?? 'identity') === ''",
    ...{ suite: `${http}/hostile-bodies.integration.test.ts`, test: 'nothing is unpacked or smuggled' },
  },
  {
    name: 'a lost connection is recovered without a ticket',
    file: 'apps/server/src/platform/socket/socket-io.ts',
    from: '    serveClient: false,\n',
    to: '    serveClient: false,\n    connectionStateRecovery: {},\n',
    ...{ suite: 'apps/server/src/realtime/revocation.integration.test.ts', test: '[PLA-14] a lost connection' },
  },
  {
    name: 'a candidate keeps the order of its device’s interfaces',
    file: 'apps/server/src/encounters/addresses.ts',
    from: 'const order = priorityOfType(Number(priority), Number(component));',
    to: 'const order = Number(priority);',
    suite: linkability,
    test: 'of twenty people',
  },
  {
    name: 'a candidate keeps what it says of its network',
    file: 'apps/server/src/encounters/addresses.ts',
    from: "const kept = (rest.match(extensions) ?? []).join('');",
    to: 'const kept = rest;',
    suite: linkability,
    test: 'of twenty people',
  },
];
