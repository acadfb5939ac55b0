/**
 * How the processes of one installation speak with each other. A word is heard at most once: whoever needs more says so
 * by asking, and asks again. Twins: `LocalBus` for one process, Redis for many; `bus-contract.ts` is the suite both must pass.
 */
export interface Bus {
  /** The name of this process, its own for as long as it runs. */
  readonly node: string;
  /** Answers what any process asks or tells under a topic; `from` is the one that did. */
  serve(topic: string, answer: (question: never, from: string) => unknown): void;
  /** Asks a process. Rejects with what was thrown there, where that was an `AppError`; with `unavailable` if nothing comes back. */
  ask<Answer>(node: string, topic: string, question: unknown): Promise<Answer>;
  /** Tells a process, whether or not it hears. */
  tell(node: string, topic: string, word: unknown): void;
  /** Tells every other process. */
  tellOthers(topic: string, word: unknown): void;
  /** Calls whenever this process hears the others again, after a time in which it may have missed what they said. */
  whenHearing(run: () => void): void;
}
