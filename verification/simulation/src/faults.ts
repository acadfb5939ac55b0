import { type Installation, ManyProcesses } from './installation.ts';
import type { SimulatedSocket } from './network.ts';
import type { ModelPeer } from './peer-model.ts';
import type { SimulatedPerson } from './person.ts';
import type { SeededRandom } from './seeded-random.ts';

/** The kinds of fault; a world may exclude some. */
export const faultKinds = ['lines', 'clogs', 'paths', 'tabs', 'closings', 'reloads', 'crashes'] as const;
/** The kinds of fault where several processes share a Redis. */
export const sharedFaultKinds = [...faultKinds, 'redis'] as const;
export type FaultKind = (typeof sharedFaultKinds)[number];

/** The relative frequency of each kind. */
const weights: Readonly<Record<FaultKind, number>> = {
  lines: 40,
  clogs: 12,
  paths: 18,
  tabs: 10,
  closings: 8,
  reloads: 10,
  crashes: 2,
  redis: 25,
};

/** The parts of a world that faults act on. */
export interface FaultTargets {
  readonly people: () => readonly SimulatedPerson[];
  readonly socketOf: (person: SimulatedPerson) => SimulatedSocket | undefined;
  readonly after: (delay: number, run: () => void) => void;
  readonly note: (who: string, what: string) => void;
  /** Records a fault of this kind against an account. */
  readonly befell: (kind: FaultKind, accountId: string) => void;
  /** One end of each peer connection. */
  readonly paths: () => readonly ModelPeer[];
  readonly secondTab: (accountId: string) => void;
  readonly close: (person: SimulatedPerson, after: number) => void;
  readonly reload: (person: SimulatedPerson, after: number) => void;
  readonly installation: Installation;
}

/** A fault of Redis, or of one process's connections to it. */
function disturbRedis(installation: Installation, random: SeededRandom): void {
  if (!(installation instanceof ManyProcesses)) return;
  const what = random.next();
  if (what < 0.3) installation.loseRedis(random.between(100, 15_000), random.pick(['all', 'a moment ago', 'nothing']));
  else if (what < 0.7) installation.stall(random.pick([300, 1_500, 3_000, 7_000, 9_000, 20_000]));
  else installation.cut();
}

function cutPath(world: FaultTargets, length: number, random: SeededRandom): void {
  const peer = random.pick(world.paths());
  if (!peer) return;
  const both = [peer.owner, peer.partner()?.owner];
  world.note('world', `the path between ${both.join(' and ')} is cut for ${length} ms`);
  for (const each of both) if (each) world.befell('paths', each);
  for (const each of world.people()) if (both.includes(each.accountId)) each.disturb();
  peer.cut(length);
}

/** Causes one random fault of the allowed kinds. */
export function disturb(world: FaultTargets, allowed: readonly FaultKind[], random: SeededRandom): void {
  const person = random.pick(world.people());
  const socket = person && world.socketOf(person);
  if (!person || !socket) return;
  let draw = random.next() * allowed.reduce((sum, kind) => sum + weights[kind], 0);
  const kind = allowed.find((each) => {
    draw -= weights[each];
    return draw < 0;
  });
  person.disturb();
  const note = (what: string) => world.note(person.accountId, what);
  // For these kinds the affected path or process is drawn later, and recorded there.
  if (kind && !['paths', 'crashes', 'redis'].includes(kind)) world.befell(kind, person.accountId);
  switch (kind) {
    case 'lines': {
      const halfOpen = random.chance(0.5);
      note(`loses the line${halfOpen ? ', and the server does not know' : ''}`);
      socket.cut(halfOpen);
      world.after(random.pick([300, 2_000, 6_000, 9_000, 20_000, 30_000]), () => !person.gone && socket.connect());
      return;
    }
    case 'clogs': {
      const length = random.chance(0.2) ? random.between(6_000, 30_000) : random.between(500, 6_000);
      note(`waits ${Math.round(length)} ms for everything that is on its way`);
      socket.clog(length);
      return;
    }
    case 'paths':
      cutPath(world, random.pick([1_000, 3_000, 8_000, 12_000, 30_000]), random);
      return;
    case 'tabs':
      note('opens another tab');
      world.secondTab(person.accountId);
      return;
    case 'closings':
      note('closes the tab');
      world.close(person, random.between(500, 30_000));
      return;
    case 'reloads':
      note('reloads the page');
      world.reload(person, random.between(200, 12_000));
      return;
    case 'crashes':
      world.installation.crash(random.between(300, 20_000));
      return;
    case 'redis':
      disturbRedis(world.installation, random);
      return;
  }
}
