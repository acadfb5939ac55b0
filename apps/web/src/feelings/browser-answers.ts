import { type Change, noteChange } from '@unspoken/contract/feelings';
import { browserClock as clock } from '../encounters/clock.ts';
import { CallError, call } from '../platform/api.ts';
import { session } from '../session/session.ts';
import { Answers, type Unsent } from './answers.ts';
import { throwDie } from './die.ts';
import { unsentPrefix } from './unsent-keys.ts';

/** The answers that this browser keeps for an account; where it stores nothing, this page keeps them. */
function browserUnsent(accountId: string): Unsent {
  const prefix = unsentPrefix(accountId);
  const unstored = new Map<string, string>();
  const stored = (): [string, string][] => {
    try {
      return Object.entries({ ...localStorage }).flatMap(([key, change]) =>
        key.startsWith(prefix) ? [[key.slice(prefix.length), String(change)] as [string, string]] : [],
      );
    } catch {
      return [];
    }
  };
  return {
    all: () => [...new Map([...stored(), ...unstored])],
    add(roomID, change) {
      try {
        localStorage.setItem(prefix + roomID, change);
      } catch {
        unstored.set(roomID, change);
      }
    },
    remove(roomID) {
      unstored.delete(roomID);
      try {
        localStorage.removeItem(prefix + roomID);
      } catch {
        // Nothing is stored.
      }
    },
  };
}

/** The server could not decide just now. */
const undecided = ['unreachable', 'unavailable', 'internal', 'too_many_requests'];

async function send(roomID: string, change: Change): Promise<'settled' | 'failed'> {
  try {
    await call(noteChange, { body: { roomID, change } });
  } catch (error) {
    if (!(error instanceof CallError) || undecided.includes(error.code)) return 'failed';
  }
  return 'settled';
}

const known = new Map<string, Answers>();

/** The answers of an account in this browser. */
export function answersOf(accountId: string): Answers {
  const answers =
    known.get(accountId) ??
    new Answers({
      ...{ send, clock },
      die: () => throwDie(),
      unsent: browserUnsent(accountId),
      isSignedIn: () => session.get().user?.userId === accountId,
    });
  known.set(accountId, answers);
  return answers;
}
