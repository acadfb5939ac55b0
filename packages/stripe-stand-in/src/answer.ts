import { calls } from './calls.ts';
import type { Engine } from './engine.ts';
import { deepest, expand } from './expand.ts';
import { invalid, StripeFailure } from './failure.ts';
import { InvalidRequest, parseRequest } from './requests.ts';

/** A request to Stripe's API as it is sent; `form` is the body, or the query of a GET. */
export interface ApiRequest {
  readonly method: string;
  readonly path: string;
  readonly form: string;
  readonly idempotencyKey: string | undefined;
}
export interface ApiAnswer {
  readonly status: number;
  readonly body: unknown;
}

/** Answers a request. One that is repeated under its idempotency key gets the first answer; with other content it is refused. */
export function answer(engine: Engine, { method, path, form, idempotencyKey }: ApiRequest): ApiAnswer {
  const { state } = engine.context;
  const key = method === 'POST' ? idempotencyKey : undefined;
  const earlier = key === undefined ? undefined : state.find('remembered', key);
  const request = `${method} ${path} ${form}`;
  if (earlier && earlier.request !== request)
    return failed(
      new StripeFailure(400, {
        type: 'idempotency_error',
        message: 'Keys for idempotent requests can only be used with the same parameters they were first used with.',
      }),
    );
  if (earlier) return { status: earlier.status, body: earlier.body };
  const { isExecuted, ...given } = answered(engine, { method, path, form });
  // What fails the validation of its parameters is not begun to be executed, and not remembered.
  if (key !== undefined && isExecuted)
    state.put('remembered', { id: key, object: 'remembered', request, ...structuredClone(given) });
  return given;
}

function answered(
  engine: Engine,
  { method, path, form }: Pick<ApiRequest, 'method' | 'path' | 'form'>,
): ApiAnswer & { isExecuted: boolean } {
  try {
    for (const call of calls) {
      const matched = call.method === method ? call.path.exec(path) : null;
      if (!matched) continue;
      const { expand: paths = [], ...params } = parseRequest(call.params, form) as { expand?: readonly string[] };
      const body = call.answer(engine, { id: matched[1] ?? '', params });
      return { status: 200, body: paths.reduce((shown, each) => expanded(engine, shown, each), body), isExecuted: true };
    }
    throw new StripeFailure(404, { type: 'invalid_request_error', message: `Unrecognized request URL (${method}: ${path}).` });
  } catch (error) {
    if (error instanceof InvalidRequest)
      return { ...failed(invalid(error.message, { param: error.param, code: error.code })), isExecuted: false };
    if (error instanceof StripeFailure) return { ...failed(error), isExecuted: true };
    throw error;
  }
}

function expanded(engine: Engine, body: unknown, path: string): unknown {
  const fields = path.split('.');
  if (fields.length > deepest) throw invalid(`You cannot expand more than ${deepest} levels of a property.`);
  return expand(engine, body, fields);
}

const failed = ({ status, error }: StripeFailure): ApiAnswer => ({ status, body: { error } });
