/**
 * Messages between the processes of one installation. Delivery is at most once: a caller that needs more sends a request,
 * and repeats it. Implementations: `LocalBus` for one process, Redis for many; `bus-contract.ts` is the suite both must pass.
 */
export interface Bus {
  /** The name of this process, unique and constant while it runs. */
  readonly node: string;
  /** Handles the requests and messages that any process sends under a topic; `from` is the sender. */
  serve(topic: string, answer: (question: never, from: string) => unknown): void;
  /** Sends a request to a process. Rejects with the `AppError` thrown there, or with `unavailable` if there is no answer. */
  request<Answer>(node: string, topic: string, question: unknown): Promise<Answer>;
  /** Sends a message to a process, without confirmation of delivery. */
  send(node: string, topic: string, payload: unknown): void;
  /** Sends a message to every other process. */
  broadcast(topic: string, payload: unknown): void;
  /** Calls `run` whenever this process receives messages again after an interruption, during which it may have missed some. */
  onResubscribed(run: () => void): void;
}
