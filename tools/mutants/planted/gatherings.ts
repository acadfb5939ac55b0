import type { Bug } from '../bug.ts';

/** Gatherings: when they take place, who knows what of them, and what is mailed. */
export const gatherings: readonly Bug[] = [
  {
    name: 'a gathering is kept by an offset instead of its zone',
    file: 'apps/server/src/platform/zones.ts',
    from: 'return plainDate(date).toZonedDateTime({ timeZone: checked(zone), plainTime }).epochMilliseconds;',
    to: 'const { offset } = Temporal.Instant.fromEpochMilliseconds(0).toZonedDateTimeISO(checked(zone));\n  return plainDate(date).toZonedDateTime({ timeZone: offset, plainTime }).epochMilliseconds;',
    suite: 'apps/server/src/platform/zones.test.ts',
  },
  {
    name: 'a reminder is stamped after its mail',
    file: 'apps/server/src/gatherings/reminders.ts',
    from: 'await store.stampReminded(tx, registrations, { at: new Date(now), isSoon: soon });',
    to: 'clock.after(200, () => void store.transaction((later) => store.stampReminded(later, registrations, { at: new Date(now), isSoon: soon })));',
    suite: 'apps/server/src/gatherings/reminders.integration.test.ts',
  },
  {
    name: 'the name of a private space is listed to everybody',
    file: 'apps/server/src/gatherings/view.ts',
    from: 'groupID: mayEnter ? row.groupId : null,',
    to: 'groupID: row.groupId,',
    suite: 'apps/server/src/gatherings/spaces.integration.test.ts',
  },
  {
    name: 'those who wait at the end of a gathering wait on',
    file: 'apps/server/src/gatherings/phases.ts',
    from: "gathering?.state !== 'approved' || !isCurrent(timesOf(gathering), now)",
    to: "gathering?.state !== 'approved'",
    suite: 'apps/server/src/gatherings/phases.test.ts',
  },
  {
    name: 'one more registers than there is room for',
    file: 'apps/server/src/gatherings/service.ts',
    from: '?? 0) >= row.capacity) throw',
    to: '?? 0) > row.capacity) throw',
    suite: 'apps/server/src/gatherings/registration.integration.test.ts',
  },
  {
    name: 'a reminder is due a moment late',
    file: 'apps/server/src/gatherings/reminders.ts',
    from: 'const until = { day: new Date(now + durations.gatheringReminderDay),',
    to: 'const until = { day: new Date(now + durations.gatheringReminderDay - 1),',
    suite: 'apps/server/src/gatherings/year.integration.test.ts',
  },
  {
    name: 'the list of gatherings stays as another role saw it',
    file: 'apps/web/src/gatherings/list.ts',
    from: 'user.role, ',
    to: '',
    suite: 'apps/web/src/gatherings/watch.test.ts',
  },
  {
    name: 'news of a gathering are posted a hundred at once, however long that takes',
    file: 'apps/server/src/gatherings/reminders.ts',
    from: '(most) => this.#announce(most)',
    to: '() => this.#announce(100)',
    suite: 'apps/server/src/gatherings/reminders.test.ts',
  },
];
