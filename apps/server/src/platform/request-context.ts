import { AsyncLocalStorage } from 'node:async_hooks';
import { SpanStatusCode, trace } from '@opentelemetry/api';

/** What every line of the log says of the request, the event or the job in whose course it was written. */
interface Trail {
  readonly reqId: string;
}

const trails = new AsyncLocalStorage<Trail>();

/** Where traces begin; nothing happens to them unless somebody keeps them (watching/traces.ts). */
export const tracer = trace.getTracer('unspoken');
let isTraced = false;

/** Says whether anybody keeps traces: where nobody does, thousands of events a second do not pay for them. */
export function setTracing(wanted: boolean): void {
  isTraced = wanted;
}

/** Does something in the course of a request, an event or a job with this id. */
export const withRequestContext = <T>(reqId: string, run: () => T): T => trails.run({ reqId }, run);

/**
 * Does something that takes a while in the course of an event or a job, and traces it under a name of ours. Its id is drawn when it is
 * first asked for: of thousands of events a second few say anything.
 */
export const traced = <T>(draw: () => string, name: string, run: () => Promise<T>): Promise<T> =>
  trails.run(new Drawn(draw), () => (isTraced ? asSpan(name, run) : run()));

class Drawn implements Trail {
  readonly #draw: () => string;
  #reqId: string | undefined;

  constructor(draw: () => string) {
    this.#draw = draw;
  }

  get reqId(): string {
    this.#reqId ??= this.#draw();
    return this.#reqId;
  }
}

const asSpan = <T>(name: string, run: () => Promise<T>): Promise<T> =>
  tracer.startActiveSpan(name, { attributes: { id: requestContext().reqId ?? '' } }, async (span) => {
    try {
      return await run();
    } catch (error) {
      span.setStatus({ code: SpanStatusCode.ERROR });
      throw error;
    } finally {
      span.end();
    }
  });

/** The request, event or job that is being worked on, if there is one. */
export function requestContext(): Partial<Trail> {
  const reqId = trails.getStore()?.reqId;
  return reqId === undefined ? {} : { reqId };
}

/** Where an error happened: the frames of its stack, and none of its words, which may hold what somebody has typed. */
export const framesOf = (error: { readonly stack?: string | undefined }): string[] =>
  (error.stack ?? '')
    .split('\n')
    .filter((line) => /^\s+at /.test(line))
    .slice(0, 5);
