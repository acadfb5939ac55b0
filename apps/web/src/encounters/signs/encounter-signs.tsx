import { EncounterNavigation } from '../navigation.ts';
import WaitingBar from './waiting-bar.tsx';

/** What a member sees of their encounter whatever page they read; loaded once somebody is signed in. */
export default function EncounterSigns() {
  return (
    <>
      <EncounterNavigation />
      <WaitingBar />
    </>
  );
}
