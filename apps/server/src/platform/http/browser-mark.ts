import type { FastifyReply, FastifyRequest } from 'fastify';

/** 256 bits in base64url. */
const markBytes = 32;
const inCookies = /(?:^|; )browser=([\w-]{43})(?:;|$)/;
/** How long a browser keeps its mark after it was last set, s. */
const maxAge = 180 * 24 * 3_600;

/** The random mark of a browser, kept in a cookie that scripts cannot read. It identifies a browser and authorises nothing. */
export interface BrowserMark {
  /** The mark that the browser sent, if it has one. */
  readonly sent: string | undefined;
  /** Sets the cookie and returns its mark: the one that the browser sent, or a new one. */
  keep(): string;
}

export interface BrowserMarkOptions {
  /** Draws a random secret of this number of bytes, in base64url. */
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
