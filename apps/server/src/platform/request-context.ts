import { AsyncLocalStorage } from 'node:async_hooks';
import { SpanStatusCode, trace } from '@opentelemetry/api';

/** What every log line carries about the request, event or job that it belongs to. */
interface RequestContext {
  readonly reqId: string;
}

const contexts = new AsyncLocalStorage<RequestContext>();

/** Starts spans; they are dropped unless tracing is configured (observability/traces.ts). */
export const tracer = trace.getTracer('unspoken');
let isTraced = false;

/** Turns tracing on or off: without a collector, thousands of events a second do not pay for spans. */
export function setTracing(wanted: boolean): void {
  isTraced = wanted;
}

/** Runs a function in the context of a request, an event or a job with this id. */
export const withRequestContext = <T>(reqId: string, run: () => T): T => contexts.run({ reqId }, run);

/**
 * Runs an asynchronous task in the context of an event or a job, and traces it under the given name. The id is drawn on
 * first use: of thousands of events a second, few log anything.
 */
export const traced = <T>(draw: () => string, name: string, run: () => Promise<T>): Promise<T> =>
  contexts.run(new LazyContext(draw), () => (isTraced ? asSpan(name, run) : run()));

class LazyContext implements RequestContext {
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

/** The context of the current request, event or job, if there is one. */
export function requestContext(): Partial<RequestContext> {
  const reqId = contexts.getStore()?.reqId;
  return reqId === undefined ? {} : { reqId };
}

/** Where an error happened: the first frames of its stack, without its message, which may contain user input. */
export const framesOf = (error: { readonly stack?: string | undefined }): string[] =>
  (error.stack ?? '')
    .split('\n')
    .filter((line) => /^\s+at /.test(line))
    .slice(0, 5);
