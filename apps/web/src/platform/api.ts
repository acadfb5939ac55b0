import type { AnswerOf, BodyInputOf, Call, ParamsOf } from '@unspoken/contract/call';
import type { ErrorAnswer, ErrorCode } from '@unspoken/contract/errors';
import { storedToken } from './token.ts';

/** A call that failed: the catalogue's code, or `unreachable` when no answer came. */
export class CallError extends Error {
  readonly code: ErrorCode | 'unreachable';
  readonly fields: Readonly<Record<string, string>>;
  constructor(code: ErrorCode | 'unreachable', message: string, fields: Readonly<Record<string, string>> = {}) {
    super(message);
    this.name = 'CallError';
    this.code = code;
    this.fields = fields;
  }
}

/** Encodes a body as a form, or as JSON where a form cannot express it, or would make a large one larger. */
function encoded(body: object, isLarge: boolean): Blob | URLSearchParams {
  const fields = Object.entries(body).filter(([, value]) => value !== undefined);
  if (isLarge || fields.some(([, value]) => typeof value === 'object'))
    return new Blob([JSON.stringify(body)], { type: 'application/json' });
  return new URLSearchParams(fields.map(([name, value]) => [name, String(value)]));
}

interface CallInput<C extends Call> {
  readonly params?: ParamsOf<C>;
  readonly body?: BodyInputOf<C>;
  /** Used instead of the stored token. */
  readonly token?: string | undefined;
  /** Completes the call even if the page is left at once. */
  readonly keepalive?: boolean;
}

/** Makes a call of the contract with the stored token. Throws a `CallError`. */
export async function call<C extends Call>(
  what: C,
  { params = {} as ParamsOf<C>, body, token = storedToken(), keepalive = false }: CallInput<C> = {},
): Promise<AnswerOf<C>> {
  const address = what.path.replaceAll(/\{(\w+)\}/g, (_, name: string) =>
    encodeURIComponent(String((params as Record<string, unknown>)[name] ?? '')),
  );
  // A GET request has no body: its fields are the query.
  const path = what.method === 'GET' && body ? `${address}?${new URLSearchParams(body as Record<string, string>)}` : address;
  const headers: Record<string, string> = token === undefined ? {} : { authorization: `Bearer ${token}` };
  let response: Response;
  let answer: unknown;
  try {
    response = await fetch(path, {
      method: what.method,
      headers,
      keepalive,
      ...(what.method === 'POST' && { body: encoded((body ?? {}) as object, what.largestBody !== undefined) }),
    });
    answer = await response.json();
  } catch {
    throw logged(what, new CallError('unreachable', 'The service could not be reached.'));
  }
  // By the status: the answer to a payment that was declined has a field `error`, too.
  if (response.ok) return answer as AnswerOf<C>;
  const failure = answer as Partial<ErrorAnswer>;
  // Not compared with the catalogue, whose texts would be downloaded with it: a code unknown here is shown as the server's message.
  const code = typeof failure.error === 'string' ? failure.error : 'internal';
  throw logged(what, new CallError(code, failure.message ?? '', failure.fields));
}

function logged({ failureLog }: Call, error: CallError): CallError {
  if (failureLog !== undefined) console.warn(`${failureLog}: ${error.code}`);
  return error;
}
