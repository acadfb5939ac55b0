import type { IncomingMessage } from 'node:http';
import { type CallerRights, refusal } from '@unspoken/contract/access';
import type { AnswerOf, BodyOf, Call, ParamsOf } from '@unspoken/contract/call';
import { AppError } from '@unspoken/contract/errors';
import { fieldTexts, isFieldCode } from '@unspoken/contract/fields';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type * as z from 'zod/mini';
import { networkKey } from '../limits.ts';
import { type BrowserMark, type BrowserMarkOptions, browserMark } from './browser-mark.ts';

/** Who makes a call: the account of the token, never anything the body says. */
export interface Caller extends CallerRights {
  readonly accountId: string;
  /** Names the session the token belongs to. */
  readonly sessionId: string;
  readonly signedInAt: Date;
  readonly token: string;
}

export interface Exchange<C extends Call> {
  readonly params: ParamsOf<C>;
  readonly body: BodyOf<C>;
  readonly caller: C['audience'] extends 'anyone' ? Caller | undefined : Caller;
  /** The network whoever calls comes from, as limits count it. */
  readonly address: string;
  /** The mark of the browser the call comes from. */
  readonly browser: BrowserMark;
}

/** Finds out who calls from the bearer token; undefined if nobody is signed in with it. */
export type Identify = (token: string) => Promise<Caller | undefined>;

export interface Router {
  /** Registers one call of the contract: limit, identify, validate, act. */
  on<C extends Call>(call: C, act: (exchange: Exchange<C>) => Promise<AnswerOf<C>>): void;
  readonly registered: readonly Call[];
}

const bearer = /^Bearer ([\w-]{20,200})$/;

/** Validation errors in the specification's words, by field. A message that is not ours says only that the value is wrong. */
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
  readonly named: (request: IncomingMessage) => void;
}

export function createRouter(app: FastifyInstance, identify: Identify, { marks, named }: RouterOptions): Router {
  const registered: Call[] = [];
  const callerOf = async (request: FastifyRequest): Promise<Caller | undefined> => {
    const token = bearer.exec(request.headers.authorization ?? '')?.[1];
    const caller = token === undefined ? undefined : await identify(token);
    if (caller) named(request.raw);
    return caller;
  };
  return {
    registered,
    on(call, act) {
      registered.push(call);
      app.route({
        method: call.method,
        url: call.path.replaceAll(/\{(\w+)\}/g, ':$1'),
        // GET calls of the specification that change something must not happen by a mere HEAD.
        exposeHeadRoute: false,
        handler: async (request, reply) => {
          const caller = await callerOf(request);
          const refused = refusal(call, caller);
          if (refused) throw new AppError(refused);
          const exchange = {
            params: parse(call.params, request.params),
            body: parse(call.body, request.body),
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
