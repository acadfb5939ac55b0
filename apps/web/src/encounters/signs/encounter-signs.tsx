import { RingNotice } from '../../notifications/ring-notice.tsx';
import { RendezvousNewsNotice } from '../../rendezvous/news-notice.tsx';
import { EncounterNavigation } from '../navigation.ts';
import WaitingBar from './waiting-bar.tsx';

/** The signs of an encounter that a member sees on any page; loaded once a user is signed in. */
export default function EncounterSigns() {
  return (
    <>
      <EncounterNavigation />
      <WaitingBar />
      <RingNotice />
      <RendezvousNewsNotice />
    </>
  );
}
