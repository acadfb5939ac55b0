import type { FastifyReply, FastifyRequest } from 'fastify';

/** 256 bits in base64url. */
const markBytes = 32;
const inCookies = /(?:^|; )browser=([\w-]{43})(?:;|$)/;
/** Seconds a browser keeps its mark after it was last set. */
const maxAge = 180 * 24 * 3_600;

/** The random mark of a browser, kept in a cookie that scripts cannot read. It identifies a browser and authorises nothing. */
export interface BrowserMark {
  /** The mark this browser sent, if it has one. */
  readonly sent: string | undefined;
  /** The mark this browser has from now on: the one it sent, or a new one. Sets the cookie. */
  keep(): string;
}

export interface BrowserMarkOptions {
  /** Makes a random secret of so many bytes, in base64url. */
  readonly secret: (bytes: number) => string;
  /** Whether the product is served over TLS. */
  readonly secure: boolean;
}

/** Reads the mark of a request, and sets it on its reply. Source: RFC 6265, section 4.1. */
export function browserMark(request: FastifyRequest, reply: FastifyReply, { secret, secure }: BrowserMarkOptions): BrowserMark {
  const sent = inCookies.exec(request.headers.cookie ?? '')?.[1];
  return {
    sent,
    keep() {
      const mark = sent ?? secret(markBytes);
      const attributes = ['Path=/api', `Max-Age=${maxAge}`, 'HttpOnly', 'SameSite=Lax', ...(secure ? ['Secure'] : [])];
      void reply.header('set-cookie', [`browser=${mark}`, ...attributes].join('; '));
      return mark;
    },
  };
}
