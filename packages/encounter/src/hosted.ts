import { type AnyActorLogic, createActor, createMachine, type EventObject } from 'xstate';

/** One of the chart's effects by itself: what it says is kept, and what it hears is said by the test. */
export function hosted<Told extends EventObject>(logic: AnyActorLogic, input: object) {
  const heard: Told[] = [];
  const host = createActor(
    createMachine({
      invoke: { id: 'it', src: logic, input },
      on: { '*': { actions: ({ event }) => void heard.push(event as Told) } },
    }),
  ).start();
  const tell = (command: EventObject) => host.getSnapshot().children.it?.send(command);
  return { heard, tell, stop: () => host.stop() };
}

/** Lets promises that are settled already be heard of. */
export async function settled(): Promise<void> {
  for (let turns = 0; turns < 20; turns++) await undefined;
}
