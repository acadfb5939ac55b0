import { useObservable } from '../platform/observable.ts';
import { type Session, session } from './session.ts';

export const useSession = (): Session => useObservable(session);
