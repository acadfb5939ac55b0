import type { IncomingMessage } from 'node:http';
import { type CallerRights, refusal } from '@unspoken/contract/access';
import type { AnswerOf, BodyOf, Call, ParamsOf } from '@unspoken/contract/call';
import { AppError } from '@unspoken/contract/errors';
import { fieldTexts, isFieldCode } from '@unspoken/contract/fields';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type * as z from 'zod/mini';
import { networkKey } from '../limits.ts';
import { type BrowserMark, type BrowserMarkOptions, browserMark } from './browser-mark.ts';

/** Who makes a call: the account of the token, never taken from the body. */
export interface Caller extends CallerRights {
  readonly accountId: string;
  /** The id of the token's session. */
  readonly sessionId: string;
  readonly signedInAt: Date;
  readonly token: string;
}

export interface Exchange<C extends Call> {
  readonly params: ParamsOf<C>;
  readonly body: BodyOf<C>;
  readonly caller: C['audience'] extends 'anyone' ? Caller | undefined : Caller;
  /** The caller's network, as limits count it. */
  readonly address: string;
  /** The mark of the calling browser. */
  readonly browser: BrowserMark;
}

/** Returns the caller for a bearer token; undefined if the token belongs to no live session. */
export type Identify = (token: string) => Promise<Caller | undefined>;

export interface Router {
  /** Registers one call of the contract: limit, identify, validate, act. */
  on<C extends Call>(call: C, act: (exchange: Exchange<C>) => Promise<AnswerOf<C>>): void;
  readonly registered: readonly Call[];
}

const bearer = /^Bearer ([\w-]{20,200})$/;

/**
 * Validation errors by field, in the texts of requirements/accounts 14. A message that is not ours becomes the text for an
 * invalid value.
 */
function fieldsOf(error: z.core.$ZodError): Record<string, string> {
  const fields: Record<string, string> = {};
  for (const issue of error.issues) {
    const field = String(issue.path[0] ?? 'body');
    fields[field] ??= isFieldCode(issue.message) ? fieldTexts[issue.message] : fieldTexts.invalid;
  }
  return fields;
}

function parse<S extends Call['body']>(schema: S, value: unknown): z.output<S> {
  const parsed = schema.safeParse(value ?? {});
  if (!parsed.success) throw new AppError('validation_failed', fieldsOf(parsed.error));
  return parsed.data as z.output<S>;
}

export interface RouterOptions {
  readonly marks: BrowserMarkOptions;
  /** Notified of each request whose caller is known. */
  readonly identified: (request: IncomingMessage) => void;
}

export function createRouter(app: FastifyInstance, identify: Identify, { marks, identified }: RouterOptions): Router {
  const registered: Call[] = [];
  const callerOf = async (request: FastifyRequest): Promise<Caller | undefined> => {
    const token = bearer.exec(request.headers.authorization ?? '')?.[1];
    const caller = token === undefined ? undefined : await identify(token);
    if (caller) identified(request.raw);
    return caller;
  };
  const admit = async (call: Call, request: FastifyRequest): Promise<Caller | undefined> => {
    const caller = await callerOf(request);
    const refused = refusal(call, caller);
    if (refused) throw new AppError(refused);
    return caller;
  };
  return {
    registered,
    on(call, act) {
      registered.push(call);
      app.route({
        method: call.method,
        url: call.path.replaceAll(/\{(\w+)\}/g, ':$1'),
        // Some GET calls change something (requirements/calls 1.12), which a HEAD must not do.
        exposeHeadRoute: false,
        ...(call.largestBody !== undefined && { bodyLimit: call.largestBody, onRequest: (request) => admit(call, request) }),
        handler: async (request, reply) => {
          const caller = await admit(call, request);
          const exchange = {
            params: parse(call.params, request.params),
            // What a call asks for stands in its body, or in the query where it has none.
            body: parse(call.body, call.method === 'GET' ? request.query : request.body),
            caller,
            address: networkKey(request.ip),
            browser: browserMark(request, reply, marks),
          } as Exchange<typeof call>;
          const answer = await act(exchange);
          return reply.header('cache-control', 'no-store').send(answer);
        },
      });
    },
  };
}
