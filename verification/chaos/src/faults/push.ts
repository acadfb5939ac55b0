import { setTimeout as wait } from 'node:timers/promises';
import type { PushAnswer, PushService } from '@unspoken/testing/push-service/push-service';
import { type Fault, now } from './fault.ts';

/** How the push service fails, by the name of the fault. */
const answers = {
  'the push service does not answer for 10 s': 'hang',
  'the push service resets every connection for 10 s': 'reset',
  'the push service answers 500 for 10 s': { status: 500 },
  'the push service asks for time for 10 s': { status: 429, retryAfter: 2 },
} as const satisfies Record<string, PushAnswer>;

export type PushFault = keyof typeof answers;
export const pushFaults = Object.keys(answers) as readonly PushFault[];

/** A fault of the push service at these endpoints. */
export const pushFault = (name: PushFault, service: PushService, endpoints: readonly string[]): Fault => ({
  name,
  bound: 10_000,
  async run() {
    const answer = (each: PushAnswer) => {
      for (const endpoint of endpoints) service.answer(endpoint, each);
    };
    answer(answers[name]);
    await wait(10_000);
    answer({ status: 201 });
    return now();
  },
});
