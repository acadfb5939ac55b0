import { faultKinds, sharedFaultKinds } from './trouble.ts';
import type { WorldOptions } from './world.ts';

/** Worlds in which a promise was once broken; they are lived through at every run of the tests. */
export const pinned: readonly (Omit<WorldOptions, 'mutant'> & { readonly was: string; readonly wanted: number })[] = [
  // The server's clock was learnt on a clogged line, and not asked for again before the start.
  { was: 'two starts 571 ms apart', seed: 20_403_662, people: 3, rough: false, trouble: 12_000, faults: faultKinds, wanted: 100 },
  {
    was: 'two starts 560 ms apart',
    seed: 20_411_581,
    people: 4,
    rough: false,
    trouble: 120_000,
    faults: faultKinds,
    wanted: 100,
  },
  // A tab joined a room that had long ended, and its process forgot that it was in one that ran elsewhere.
  {
    was: 'still ready in a room that ended 21449 ms ago',
    ...{ seed: 77_650_480, people: 4, rough: false, processes: 2, trouble: 120_000, faults: sharedFaultKinds, wanted: 83 },
  },
  {
    was: 'still ready in a room that ended 20816 ms ago',
    ...{ seed: 150_492, people: 4, rough: false, processes: 3, trouble: 120_000, faults: sharedFaultKinds, wanted: 11 },
  },
  // A press that was stuck on the way to Redis took the place of one elsewhere, long after its process had given it up.
  {
    was: 'person-1 waits, and for 8070 ms nobody knows',
    ...{ seed: 172_028, people: 6, rough: false, processes: 2, trouble: 40_000, faults: sharedFaultKinds, wanted: 71 },
  },
  // A quarter of an hour after it was last asked, the server's clock was learnt anew on a clogged line.
  {
    was: 'two natural ends 3890 ms apart',
    ...{ seed: 1_913_634, people: 5, rough: true, trouble: 12_000, faults: faultKinds, wanted: 81 },
  },
  // A press was taken back, and acknowledged; then the book came back from before that, and somebody was put into a room by it.
  {
    was: 'person-2 got a room for a cancelled press',
    ...{ seed: 2_920_791_278, people: 8, rough: true, processes: 3, trouble: 40_000, faults: sharedFaultKinds, wanted: 27 },
  },
  // A room ended while the process that held it was cut off, and the one of the two who was elsewhere was not told.
  {
    was: 'person-4 is still ready in a room that ended 21850 ms ago',
    ...{ seed: 1_934_593_555, people: 6, rough: false, processes: 2, trouble: 40_000, faults: sharedFaultKinds, wanted: 8 },
  },
  // A process that had been cut off named a start after the others had closed the room: the audit took it for the start of both.
  {
    was: 'two natural ends 2748 ms apart',
    ...{ seed: 1_138_671_846, people: 6, rough: false, processes: 2, trouble: 40_000, faults: sharedFaultKinds, wanted: 15 },
  },
  // Somebody was to go back to their place while their process was cut off from the book; nobody did it afterwards.
  {
    was: 'person-4 waits, and for 8498 ms nobody knows',
    ...{ seed: 15, people: 5, patient: true, rough: false, processes: 3, trouble: 40_000, faults: sharedFaultKinds, wanted: 20 },
  },
  // Put back into their place by a socket that was lost already, while the one that had replaced it waited.
  {
    was: 'person-1 waits, and for 8006 ms nobody knows',
    ...{ seed: 4_015_171_858, people: 6, patient: true, rough: false, processes: 2, trouble: 40_000 },
    ...{ faults: sharedFaultKinds, wanted: 64 },
  },
  // A tab came back after another of the same person had asked: the audit took the place for the one it had lost.
  {
    was: 'person-2 lost the place they had with press-1741',
    ...{ seed: 2_987_957_254, people: 6, patient: true, rough: false, processes: 2, trouble: 40_000 },
    ...{ faults: sharedFaultKinds, wanted: 45 },
  },
  // Somebody came back to the minute, saw the other, and could not be seen, for their camera did not open: the audit blamed the end.
  {
    was: 'ended as ice_failure, and the two had seen each other for 1768 ms',
    ...{ seed: 1_229_331_614, people: 4, patient: true, rough: false, trouble: 120_000, faults: faultKinds, wanted: 100 },
  },
  // The path of one side was cut while the other reloaded; the model cut one direction only, so that one saw and the other gave up.
  {
    was: 'ended as ice_failure, and the two had seen each other for 4810 ms',
    ...{ seed: 471_480_825, people: 3, patient: true, rough: false, trouble: 12_000, faults: faultKinds, wanted: 100 },
  },
  // A rough line lost every message of a room after the greeting, four in a row: the audit did not know the cause.
  {
    was: 'ended as ice_failure for person-7, and nothing had happened to either',
    ...{ seed: 575_845_699, people: 11, patient: true, rough: true, trouble: 12_000, faults: faultKinds, wanted: 100 },
  },
  // A request that failed at its process had been executed by Redis, and ended the one in another tab: the audit did not know.
  {
    was: 'person-2 lost the place they had with press-9894',
    ...{ seed: 815_092_170, people: 3, patient: true, rough: false, processes: 2, trouble: 40_000 },
    ...{ faults: sharedFaultKinds, wanted: 100 },
  },
  // A process was cut off for twenty seconds, so that the places of its users were given up as designed: the audit wanted them kept.
  {
    was: 'person-0 lost the place they had with press-6561',
    ...{ seed: 192_851_629, people: 5, patient: true, rough: true, processes: 3, trouble: 40_000 },
    ...{ faults: sharedFaultKinds, wanted: 100 },
  },
];
