import type { BodyInputOf, Call } from '@unspoken/contract/call';
import {
  cancelRendezvous,
  listRendezvous,
  makeRendezvous,
  moveRendezvous,
  type OwnRendezvous,
  type RendezvousNews,
  type RendezvousPool,
  rendezvousPatience,
  rendezvousWindow,
} from '@unspoken/contract/rendezvous';
import type { EncounterActor } from '@unspoken/encounter/machine';
import { chosenExperience } from '../experiences/chosen.ts';
import { avoidRepeat } from '../lobby/avoid-repeat.ts';
import { call } from '../platform/api.ts';
import { Observable } from '../platform/observable.ts';

/** The rendezvous of the user that are not over; undefined until they are known. */
export const ownRendezvous = new Observable<readonly OwnRendezvous[] | undefined>(undefined);

/** What the server has said about one of them and the user has not answered. */
export const rendezvousNews = new Observable<RendezvousNews | undefined>(undefined);

/** Another person may use this tab next. */
export function forgetRendezvous(): void {
  ownRendezvous.set(undefined);
  rendezvousNews.set(undefined);
}

type Changing = typeof makeRendezvous | typeof moveRendezvous | typeof cancelRendezvous;

async function change<C extends Changing & Call>(what: C, body: BodyInputOf<C>): Promise<void> {
  const { rendezvous } = (await call(what as Changing, { body: body as never })) as { rendezvous: OwnRendezvous[] };
  ownRendezvous.set(rendezvous);
  if (!rendezvous.some(({ id }) => id === rendezvousNews.get()?.id)) rendezvousNews.set(undefined);
}

export async function readRendezvous(): Promise<void> {
  ownRendezvous.set((await call(listRendezvous)).rendezvous);
}
export const chooseTime = (startsAt: number, poolType: RendezvousPool) => change(makeRendezvous, { startsAt, poolType });
export const changeTime = (id: string, startsAt: number) => change(moveRendezvous, { id, startsAt });
export const cancelTime = (id: string) => change(cancelRendezvous, { id });

/** Whether the time of a rendezvous has come, and not gone. */
export const isTimeOf = ({ startsAt }: Pick<OwnRendezvous, 'startsAt'>, now: number): boolean =>
  Math.abs(now - startsAt) <= rendezvousWindow;

/** Connects, and waits longer than otherwise: the others may come a little later. */
export function attendRendezvous(actor: EncounterActor, poolType: RendezvousPool): void {
  rendezvousNews.set(undefined);
  chosenExperience.set(undefined);
  // The page may still be behind another one.
  actor.send({ type: 'person active' });
  const patientUntil = actor.getSnapshot().context.ports.clock.now() + rendezvousPatience;
  actor.send({ type: 'connect pressed', poolType, noRepeat: avoidRepeat.get().oneminute ?? false, patientUntil });
}
