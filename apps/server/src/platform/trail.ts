import { AsyncLocalStorage } from 'node:async_hooks';

/** What every line of the log says of the request, the event or the job in whose course it was written. */
interface Trail {
  readonly reqId: string;
}

const trails = new AsyncLocalStorage<Trail>();

/** Does something in the course of a request, an event or a job with this id. */
export const inTheCourseOf = <T>(reqId: string, run: () => T): T => trails.run({ reqId }, run);

/** The request, event or job that is being worked on, if there is one. */
export const trail = (): Partial<Trail> => trails.getStore() ?? {};

/** Where an error happened: the frames of its stack, and none of its words, which may hold what somebody has typed. */
export const framesOf = (error: { readonly stack?: string | undefined }): string[] =>
  (error.stack ?? '')
    .split('\n')
    .filter((line) => /^\s+at /.test(line))
    .slice(0, 5);
