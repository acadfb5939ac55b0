import type * as z from 'zod/mini';
import type { ErrorCode } from './errors.ts';

/**
 * Who may make a call: anybody, the holder of any live token, only a member (verified and past the waiting list), only members with
 * a duty of any kind, only facilitators and administrators, only moderators and administrators, or only administrators. Everybody else
 * is refused; see access.ts.
 */
export type Audience = 'anyone' | 'account' | 'member' | 'duty' | 'facilitator' | 'moderator' | 'admin';

type Schema = z.ZodMiniType;

/** One HTTP call: the server validates with it, the client takes its types from it, the OpenAPI document is generated from it. */
export interface Call<Params extends Schema = Schema, Body extends Schema = Schema, Answer extends Schema = Schema> {
  readonly method: 'GET' | 'POST';
  /** Path below the origin, parameters as `{name}`. */
  readonly path: string;
  readonly audience: Audience;
  /** Whether a suspended member is refused; the pages of their own account stay open to them. */
  readonly refusesSuspended?: boolean;
  /** Whether a guest, who is here by a personal invitation and has no account of their own, may make it. */
  readonly opensToGuests?: boolean;
  /** Whether somebody with a duty may make it before proving the second factor, because it is part of the proof. */
  readonly beforeSecondFactor?: boolean;
  /** What the client writes to its log when the call fails. Source: requirements/calls 8. */
  readonly failureLog?: string;
  /**
   * Whether somebody with a duty needs the second factor for it although it is open to every account, because it
   * could give the account to another person.
   */
  readonly guardsDuty?: boolean;
  /** The largest body, bytes, where it is more than other calls take; who may not make the call cannot send it either. */
  readonly largestBody?: number;
  readonly summary: string;
  readonly params: Params;
  readonly body: Body;
  readonly answer: Answer;
  /** Error codes beyond those that any call can answer (validation, limits, sign-in, internal). */
  readonly errors: readonly ErrorCode[];
}

export const defineCall = <P extends Schema, B extends Schema, A extends Schema>(call: Call<P, B, A>): Call<P, B, A> => call;

export type ParamsOf<C extends Call> = z.output<C['params']>;
export type BodyOf<C extends Call> = z.output<C['body']>;
/** What a caller may pass, before the schema has transformed it. */
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
