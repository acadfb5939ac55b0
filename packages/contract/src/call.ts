import type * as z from 'zod/mini';
import type { ErrorCode } from './errors.ts';

/**
 * Who may make a call: anybody, the holder of any live token, only a member (verified, and past the waiting list), or
 * only those who moderate, or administer. Everything else is denied; see access.ts.
 */
export type Audience = 'anyone' | 'account' | 'member' | 'moderator' | 'admin';

type Schema = z.ZodMiniType;

/** One HTTP call: the server validates from it, the client is typed by it, the OpenAPI document is made of it. */
export interface Call<Params extends Schema = Schema, Body extends Schema = Schema, Answer extends Schema = Schema> {
  readonly method: 'GET' | 'POST';
  /** Path below the origin, parameters as `{name}`. */
  readonly path: string;
  readonly audience: Audience;
  /** Whether a suspended member is refused; the pages of one's own account stay open to them. */
  readonly refusesSuspended?: boolean;
  /** Whether somebody who is here by a personal invitation, without an account of their own, may make it. */
  readonly opensToGuests?: boolean;
  /** Whether somebody with a duty may make it before they have proved their second factor: it is how they prove it. */
  readonly beforeSecondFactor?: boolean;
  /** What the client writes to its log when the call fails. Source: core.md section 8, internal log messages. */
  readonly failureLog?: string;
  /** Whether somebody with a duty needs their second factor for it, though it is open to every account: it could hand the account over. */
  readonly guardsDuty?: boolean;
  readonly summary: string;
  readonly params: Params;
  readonly body: Body;
  readonly answer: Answer;
  /** Codes beyond those any call can answer (validation, limits, sign-in, internal). */
  readonly errors: readonly ErrorCode[];
}

export const defineCall = <P extends Schema, B extends Schema, A extends Schema>(call: Call<P, B, A>): Call<P, B, A> => call;

export type ParamsOf<C extends Call> = z.output<C['params']>;
export type BodyOf<C extends Call> = z.output<C['body']>;
/** What a caller may write before the schema has shaped it. */
export type BodyInputOf<C extends Call> = z.input<C['body']>;
export type AnswerOf<C extends Call> = z.output<C['answer']>;

/** One event a client emits over the socket; it is acknowledged with the answer or with `{ error }`. */
export interface Emission<Payload extends Schema = Schema, Answer extends Schema = Schema> {
  readonly event: string;
  readonly summary: string;
  readonly payload: Payload;
  readonly answer: Answer;
}

export const defineEmission = <P extends Schema, A extends Schema>(emission: Emission<P, A>): Emission<P, A> => emission;

export type PayloadOf<E extends Emission> = z.output<E['payload']>;
export type PayloadInputOf<E extends Emission> = z.input<E['payload']>;
export type AckOf<E extends Emission> = z.output<E['answer']>;
