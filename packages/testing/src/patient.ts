import type { Reply } from './world.ts';

/** How often a call is repeated while the server says that it is too busy. */
const attempts = 20;

/** Makes a call until it is answered: again while the answer is 503, as it may be on a machine that has much to do. */
export async function untilAnswered(call: () => Promise<Reply>): Promise<Reply> {
  for (let left = attempts; ; left--) {
    const reply = await call();
    if (reply.status !== 503 || left === 0) return reply;
  }
}
