import { faultKinds, sharedFaultKinds } from './faults.ts';
import type { WorldOptions } from './world-options.ts';

/** Worlds in which a promise was once broken; every run of the tests runs them again. */
export const pinned: readonly (Omit<WorldOptions, 'mutant'> & { readonly was: string; readonly wanted: number })[] = [
  // The client synchronised with the server's clock over a clogged connection, and did not repeat it before the start.
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
  // A tab joined a room that had ended long ago, and its process forgot that the tab was in a room owned by another process.
  {
    was: 'still ready in a room that ended 21449 ms ago',
    ...{ seed: 77_650_480, people: 4, rough: false, processes: 2, trouble: 120_000, faults: sharedFaultKinds, wanted: 83 },
  },
  {
    was: 'still ready in a room that ended 20816 ms ago',
    ...{ seed: 150_492, people: 4, rough: false, processes: 3, trouble: 120_000, faults: sharedFaultKinds, wanted: 11 },
  },
  // A request delayed on its way to Redis replaced one made at another process, long after its own process had given it up.
  {
    was: 'person-1 believes that they are queued, but has had no entry for 8070 ms',
    ...{ seed: 172_028, people: 6, rough: false, processes: 2, trouble: 40_000, faults: sharedFaultKinds, wanted: 71 },
  },
  // A quarter of an hour after the last synchronisation, the client repeated it over a clogged connection.
  {
    was: 'two natural ends 3890 ms apart',
    ...{ seed: 1_913_634, people: 5, rough: true, trouble: 12_000, faults: faultKinds, wanted: 81 },
  },
  // A cancel was acknowledged; then Redis came back with earlier data, and the cancelled request was paired.
  {
    was: 'person-2 got a room for a cancelled connect request',
    ...{ seed: 2_920_791_278, people: 8, rough: true, processes: 3, trouble: 40_000, faults: sharedFaultKinds, wanted: 27 },
  },
  // A room ended while its owner was cut off, and the side connected to another process was not notified.
  {
    was: 'person-4 is still ready in a room that ended 21850 ms ago',
    ...{ seed: 1_934_593_555, people: 6, rough: false, processes: 2, trouble: 40_000, faults: sharedFaultKinds, wanted: 8 },
  },
  // A process that had been cut off announced a start after the others had closed the room: the audit took it for a common start.
  {
    was: 'two natural ends 2748 ms apart',
    ...{ seed: 1_138_671_846, people: 6, rough: false, processes: 2, trouble: 40_000, faults: sharedFaultKinds, wanted: 15 },
  },
  // A member was to be requeued while their process was cut off from Redis, and nothing requeued them afterwards.
  {
    was: 'person-4 believes that they are queued, but has had no entry for 8498 ms',
    ...{ seed: 15, people: 5, patient: true, rough: false, processes: 3, trouble: 40_000, faults: sharedFaultKinds, wanted: 20 },
  },
  // A member was requeued with a socket that was already lost, while the socket that had replaced it was waiting.
  {
    was: 'person-1 believes that they are queued, but has had no entry for 8006 ms',
    ...{ seed: 4_015_171_858, people: 6, patient: true, rough: false, processes: 2, trouble: 40_000 },
    ...{ faults: sharedFaultKinds, wanted: 64 },
  },
  // A tab returned after another tab of the same person had made a request: the audit took the new entry for the lost one.
  {
    was: 'person-2 lost the position of request-1741',
    ...{ seed: 2_987_957_254, people: 6, patient: true, rough: false, processes: 2, trouble: 40_000 },
    ...{ faults: sharedFaultKinds, wanted: 45 },
  },
  // A member returned to the minute and saw the partner, but their own camera did not open: the audit rejected the end.
  {
    was: 'ended as ice_failure, and the two had seen each other for 1768 ms',
    ...{ seed: 1_229_331_614, people: 4, patient: true, rough: false, trouble: 120_000, faults: faultKinds, wanted: 100 },
  },
  // The path of one side was cut while the other reloaded; the model cut one direction only, so one side saw and the other gave up.
  {
    was: 'ended as ice_failure, and the two had seen each other for 4810 ms',
    ...{ seed: 471_480_825, people: 3, patient: true, rough: false, trouble: 12_000, faults: faultKinds, wanted: 100 },
  },
  // A rough connection lost every message of a room after the greeting, four in a row: the audit did not know this cause.
  {
    was: 'ended as ice_failure for person-7, and nothing had happened to either',
    ...{ seed: 575_845_699, people: 11, patient: true, rough: true, trouble: 12_000, faults: faultKinds, wanted: 100 },
  },
  // A request that failed at its process was executed by Redis, and ended the one of another tab: the audit did not know this.
  {
    was: 'person-2 lost the position of request-9894',
    ...{ seed: 815_092_170, people: 3, patient: true, rough: false, processes: 2, trouble: 40_000 },
    ...{ faults: sharedFaultKinds, wanted: 100 },
  },
  // A process was cut off for 20 s, so its users' entries were given up, as designed: the audit required them to be kept.
  {
    was: 'person-0 lost the position of request-6561',
    ...{ seed: 192_851_629, people: 5, patient: true, rough: true, processes: 3, trouble: 40_000 },
    ...{ faults: sharedFaultKinds, wanted: 100 },
  },
  // Both sides lost their sockets in the minute and saw each other to its end: no one could vouch for it, as designed.
  {
    was: 'ended as ice_failure, and the two had seen each other for 64093 ms',
    ...{ seed: 3_417_793_475, people: 9, patient: true, rough: false, trouble: 12_000 },
    ...{ faults: ['lines', 'clogs', 'paths', 'tabs', 'closings', 'reloads', 'crashes'], wanted: 120 },
  },
  // A message reached a process that had just started, before that had reached Redis: the audit took it for a fault.
  {
    was: 'AppError: The service is not available right now',
    ...{ seed: 3_063_807_472, people: 6, patient: true, rough: false, processes: 2, trouble: 40_000 },
    ...{ faults: sharedFaultKinds, wanted: 100 },
  },
  // The server's close of a socket was lost on a rough connection, and the model's client, which has no ping of its own, never noticed.
  {
    was: '7 are counted, 8 to 8 are here',
    ...{ seed: 3_175_091_932, people: 8, rough: true, processes: 3, trouble: 40_000, patient: true, wanted: 100 },
    faults: ['lines', 'clogs', 'paths', 'tabs', 'closings', 'reloads', 'crashes', 'redis'],
  },
  // A description waited for a socket for half a minute, and was judged as if it had been made when it arrived.
  {
    was: 'a description of person-6 was refused',
    ...{ seed: 245_489, people: 7, patient: true, experiences: true, rough: false, trouble: 12_000, wanted: 100 },
    faults: ['lines', 'clogs', 'paths', 'tabs', 'closings', 'reloads', 'crashes'],
  },
  // A path came back late, and the start was still on its way over a clogged connection when that side gave up.
  {
    was: 'ended as ice_failure, and the two had seen each other for 4822 ms',
    ...{ seed: 651_940, people: 6, patient: true, rough: false, trouble: 12_000, wanted: 100 },
    faults: ['lines', 'clogs', 'paths', 'tabs', 'closings', 'reloads', 'crashes'],
  },
  // Two who had met in a gathering were to be paired again while Redis was away, and nothing tried it a second time.
  {
    was: 'person-2 and person-1 wait side by side',
    ...{
      seed: 4_131_544_014,
      people: 6,
      patient: true,
      gatherings: true,
      rough: false,
      processes: 2,
      trouble: 40_000,
      wanted: 40,
    },
    faults: ['lines', 'clogs', 'paths', 'tabs', 'closings', 'reloads', 'crashes', 'redis'],
  },
  // An answer that came after the page had given up its request for the script: the audit expected its language.
  {
    was: 'person-0 has another script in breathing than the one of side 2 in en',
    ...{ seed: 254_860_946, people: 6, patient: true, experiences: true, rough: false, trouble: 12_000, wanted: 100 },
    faults: faultKinds,
  },
  // A second cut during the first started the watch of one side anew: the callee had failed, and the caller never did.
  {
    was: 'ended as ice_failure, and the two had seen each other for 11215 ms',
    ...{ seed: 1_865_368_426, people: 6, patient: true, experiences: true, rough: false, trouble: 12_000, wanted: 100 },
    faults: faultKinds,
  },
  // A pause arrived after its request had been paired; the partner cancelled, and the client that had taken the room was not requeued.
  {
    was: 'person-6 still greets in a room that ended 3027 ms ago',
    ...{ seed: 3_846_800_535, people: 9, patient: true, experiences: true, rough: false, processes: 3, trouble: 40_000 },
    ...{ faults: sharedFaultKinds, wanted: 100 },
  },
  // The path came back after the callee had noticed its failure, and before the caller had: nobody asked for a new connection.
  {
    was: 'ended as ice_failure, and the two had seen each other for 8553 ms',
    ...{ seed: 3_587_387_430, people: 6, patient: true, gatherings: true, rough: false, trouble: 12_000, wanted: 100 },
    faults: faultKinds,
  },
  // After a reload the start was taken from the snapshot, and corrected only 33 s later.
  {
    was: 'person-0 is heard 35063 ms after the start, outside [{"from":17200,"to":34800}]',
    ...{ seed: 2_777_999_447, people: 5, patient: true, experiences: true, rough: true, trouble: 12_000, wanted: 1_500 },
    faults: ['lines', 'clogs', 'paths', 'tabs', 'closings', 'reloads', 'crashes'],
  },
  // A room that was restored from a dead process stood in the sets of both: its members' sockets were closed for ever after.
  {
    was: 'ended as ice_failure for person-0, and nothing had happened to either',
    ...{ seed: 3_866_273_570, people: 6, patient: true, gatherings: true, rough: false, processes: 2, trouble: 40_000 },
    ...{ faults: sharedFaultKinds, wanted: 700 },
  },
  // A side had begun by itself and was heard; the audit judged it by a start that it learned in the same instant.
  {
    was: 'person-0 is heard -5116 ms after the start, outside [{"from":0,"to":13900}]',
    ...{ seed: 1_316_411_435, people: 5, patient: true, experiences: true, rough: true, processes: 3, trouble: 40_000 },
    ...{ faults: sharedFaultKinds, wanted: 2_460 },
  },
  // The partner had pressed End, which was still on its way: the audit expected that they still listened.
  {
    was: 'person-0 was not heard from 5500 to 18300, but [{"from":5496.82373046875,"to":17243.68701171875}]',
    ...{ seed: 1_890_103_227, people: 7, patient: true, experiences: true, rough: false, trouble: 120_000, wanted: 1_660 },
    faults: faultKinds,
  },
  // Redis came back with the request that had led to a room: its socket seemed to wait, and was not notified of the room's end.
  {
    was: 'person-1 is still ready in a room that ended 33236 ms ago',
    ...{ seed: 412_430_424, people: 9, patient: true, experiences: true, rough: false, processes: 3, trouble: 40_000 },
    ...{ faults: sharedFaultKinds, wanted: 100 },
  },
  // A break hid that the partner had lifted the veil and dropped the next one: it had only what was left of the first one's half minute.
  {
    was: 'ended as ice_failure for person-2, and nothing had happened to either',
    ...{ seed: 3_801_783_712, people: 11, patient: true, gatherings: true, veils: true, welcoming: true, rough: true },
    ...{ processes: 2, trouble: 40_000, faults: sharedFaultKinds, wanted: 100 },
  },
  // A Start that had not reached the room, Redis being away: the side began by itself, and its intro was begun for both afterwards.
  {
    was: 'person-0 has been connected for 104474 ms',
    ...{ seed: 119_307_834, people: 8, patient: true, experiences: true, windows: true, veils: true, rough: true },
    ...{ processes: 3, trouble: 40_000, faults: sharedFaultKinds, wanted: 600 },
  },
  // A process that had been cut off began a minute, in which its two saw each other, after the others had closed the room: for the audit
  // their last partner was another.
  {
    was: 'person-0 meets person-4 again after 8004 ms, their last partner',
    ...{ seed: 1_234_516_955, people: 6, patient: true, gatherings: true, windows: true, rough: false },
    ...{ processes: 2, trouble: 40_000, faults: sharedFaultKinds, wanted: 100 },
  },
  // A tab that had not heard of the end of its room was reloaded: it got the script of the room in which its user was in another tab.
  {
    was: 'person-0 has another script in questions:room-485-6116050 than the one of side 2 in de',
    ...{ seed: 3_816_627_800, people: 11, patient: true, experiences: true, windows: true, welcoming: true, rough: true },
    ...{ trouble: 12_000, wanted: 26, faults: ['lines', 'clogs', 'paths', 'tabs', 'closings', 'reloads', 'crashes'] },
  },
];
