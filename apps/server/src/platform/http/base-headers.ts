import { ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { AppError } from '@unspoken/contract/errors';

/**
 * The headers of what is answered outside of the framework: by the parser of HTTP, before routing, and by the socket server. Such an
 * answer is no document, so it may load nothing. Source: requirements/threats 9.3
 */
const baseHeaders = {
  'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'DENY',
  'referrer-policy': 'no-referrer',
  'permissions-policy': 'camera=(self), microphone=(self), display-capture=()',
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
} as const;

export const { 'permissions-policy': permissionsPolicy } = baseHeaders;

/** One year. */
export const transportSecurity = { maxAge: 31_536_000, includeSubDomains: true } as const;

const baseHeadersOf = (secure: boolean): readonly (readonly [string, string])[] => [
  ...Object.entries(baseHeaders),
  ...(secure ? [['strict-transport-security', `max-age=${transportSecurity.maxAge}; includeSubDomains`] as const] : []),
];

/** A response that has the base headers from its beginning; what the framework sets for documents and calls replaces them. */
export function responseWithHeaders(secure: boolean): typeof ServerResponse {
  const headers = baseHeadersOf(secure);
  class WithHeaders extends ServerResponse {
    constructor(...given: ConstructorParameters<typeof ServerResponse>) {
      super(...given);
      for (const [name, value] of headers) this.setHeader(name, value);
    }
  }
  return WithHeaders as typeof ServerResponse;
}

/** The status lines of what Node's parser of HTTP refuses, by the code of its error; any other is 400. Source: Node, event `clientError` */
const refusals: Readonly<Record<string, string>> = {
  ERR_HTTP_REQUEST_TIMEOUT: '408 Request Timeout',
  HPE_HEADER_OVERFLOW: '431 Request Header Fields Too Large',
};

/** Answers what is not a request, and closes the connection. */
export function refuseUnparsed(secure: boolean): (error: NodeJS.ErrnoException, socket: Socket) => void {
  const body = JSON.stringify(new AppError('bad_request').answer());
  const fixed = [
    ...baseHeadersOf(secure).map(([name, value]) => `${name}: ${value}`),
    'cache-control: no-store',
    'content-type: application/json; charset=utf-8',
    `content-length: ${Buffer.byteLength(body)}`,
    'connection: close',
  ];
  return (error, socket) => {
    // A client that has gone away reads nothing.
    if (error.code !== 'ECONNRESET' && socket.writable)
      socket.write([`HTTP/1.1 ${refusals[error.code ?? ''] ?? '400 Bad Request'}`, ...fixed, '', body].join('\r\n'));
    socket.destroy(error);
  };
}
