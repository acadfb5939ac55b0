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
export function beTraced(wanted: boolean): void {
  isTraced = wanted;
}

/** Does something in the course of a request, an event or a job with this id. */
export const inTheCourseOf = <T>(reqId: string, run: () => T): T => trails.run({ reqId }, run);

/** Does something that takes a while in the course of an event or a job with this id, and traces it under a name of ours. */
export const traced = <T>(reqId: string, name: string, run: () => Promise<T>): Promise<T> =>
  inTheCourseOf(reqId, () => (isTraced ? asSpan(reqId, name, run) : run()));

const asSpan = <T>(reqId: string, name: string, run: () => Promise<T>): Promise<T> =>
  tracer.startActiveSpan(name, { attributes: { id: reqId } }, async (span) => {
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
export const trail = (): Partial<Trail> => trails.getStore() ?? {};

/** Where an error happened: the frames of its stack, and none of its words, which may hold what somebody has typed. */
export const framesOf = (error: { readonly stack?: string | undefined }): string[] =>
  (error.stack ?? '')
    .split('\n')
    .filter((line) => /^\s+at /.test(line))
    .slice(0, 5);
