import { type AnyActorLogic, createActor, createMachine, type EventObject } from 'xstate';

/** Runs one of the chart's effects by itself: records the events that it sends, and sends it the test's commands. */
export function hosted<Sent extends EventObject>(logic: AnyActorLogic, input: object) {
  const events: Sent[] = [];
  const host = createActor(
    createMachine({
      invoke: { id: 'it', src: logic, input },
      on: { '*': { actions: ({ event }) => void events.push(event as Sent) } },
    }),
  ).start();
  const send = (command: EventObject) => host.getSnapshot().children.it?.send(command);
  return { events, send, stop: () => host.stop() };
}

/** Waits until the callbacks of promises that are already settled have run. */
export async function settled(): Promise<void> {
  for (let turns = 0; turns < 20; turns++) await undefined;
}
