import type { Bug } from '../bug.ts';

const rooms = 'apps/server/src/encounters/room-plan.test.ts';
const rights = 'apps/server/src/experiences/rights.integration.test.ts';
const side = 'packages/encounter/src/script-session.test.ts';
const chart = 'packages/encounter/src/chart.ts';
const time = 'packages/contract/src/script-time.test.ts';

/** Experiences with a script: what runs in a room, and who may open one. */
export const experiences: readonly Bug[] = [
  {
    name: 'a room asks for the published version instead of its own',
    file: 'apps/server/src/experiences/catalogue-routes.ts',
    from: 'const version = await catalogue.version(versionId);',
    to: 'const version = versionId ? catalogue.current(type, true) : undefined;',
    suite: rights,
  },
  {
    name: 'the instructions of the two positions are swapped',
    file: 'packages/contract/src/script-time.ts',
    from: 'words((position === 1 ? user1Instruction : user2Instruction) ?? undefined)',
    to: 'words((position === 2 ? user1Instruction : user2Instruction) ?? undefined)',
    suite: time,
  },
  {
    name: 'the microphones of the two positions are swapped',
    file: 'packages/contract/src/script-time.ts',
    from: 'const [own, partner] = position === 1 ? [user1Audio, user2Audio] : [user2Audio, user1Audio];',
    to: 'const [own, partner] = position === 2 ? [user1Audio, user2Audio] : [user2Audio, user1Audio];',
    suite: time,
  },
  {
    name: 'a missing language stays empty',
    file: 'packages/contract/src/scripts.ts',
    from: '): Value | undefined => values[language] ?? values[sourceLanguage];',
    to: '): Value | undefined => (sourceLanguage ? values[language] : undefined);',
    suite: time,
  },
  {
    name: 'the limit on ready ends a long intro',
    file: 'apps/server/src/encounters/room-state.ts',
    from: "stops: ['ready'],",
    to: 'stops: [],',
    suite: rooms,
  },
  {
    name: 'the connection begins before the intro is over',
    file: 'apps/server/src/encounters/room-state.ts',
    from: '(introStartsAt ?? bothReadyAt) + durations.introDuration',
    to: '(introStartsAt ?? bothReadyAt) + durations.beginLead',
    suite: rooms,
  },
  {
    name: 'the direction of a sound is ignored',
    file: 'apps/server/src/encounters/descriptions.ts',
    from: '(!sound.receives || hasWindowAhead(room.plan, room.other(side).position, at))',
    to: 'true',
    suite: rooms,
  },
  {
    name: 'a second sound is accepted',
    file: 'apps/server/src/encounters/descriptions.ts',
    from: 'if (sounds.length > 1 || pictures.length > 1 ||',
    to: 'if (pictures.length > 1 ||',
    suite: rooms,
  },
  {
    name: 'a description that waited for a socket is judged as one made now',
    file: 'apps/server/src/encounters/descriptions.ts',
    from: 'now: side.madeAt(clock.now(), durations.grace)',
    to: 'now: clock.now()',
    suite: rooms,
  },
  {
    name: 'the sound after the connection follows every end',
    file: 'packages/encounter/src/script-state.ts',
    from: "return endReason === 'natural' ? { phase, startsAt: endsAt } : undefined;",
    to: 'return { phase, startsAt: endsAt };',
    suite: side,
  },
  {
    name: 'a correction of the start is not followed',
    file: 'packages/encounter/src/script-state.ts',
    from: 'return { startsAt: corrected };',
    to: 'return undefined;',
    suite: side,
  },
  {
    name: 'the partner is heard outside their windows',
    file: chart,
    from: "enqueue.sendTo('sound', { type: 'open voice', isOpen: moment.partnerMicrophone });",
    to: "enqueue.sendTo('sound', { type: 'open voice', isOpen: true });",
    suite: side,
  },
  {
    name: 'the microphone is sent outside its windows',
    file: chart,
    from: "enqueue.sendTo('peer', { type: 'speak', microphone: isSpeaking ? microphone : undefined });",
    to: "enqueue.sendTo('peer', { type: 'speak', microphone: isSpeaking ? microphone : microphone });",
    suite: side,
  },
  {
    name: 'the limit on ready ends a long intro of the client',
    file: 'packages/encounter/src/guards.ts',
    from: '!isScripted(context) || !context.partnerReady,',
    to: '!isScripted(context) || context !== undefined,',
    suite: side,
  },
  {
    name: 'the language of a script is fixed too early',
    file: 'packages/encounter/src/states-devices.ts',
    from: "  'script arrived': { actions: ['take the script'] },\n",
    to: '',
    suite: side,
  },
  {
    name: 'a camera that is lost prolongs the limit for the microphone',
    file: 'packages/encounter/src/states-devices.ts',
    from: "'camera lost': { target: 'camera', actions: ['close the camera', 'open the camera'] },",
    to: "'camera lost': { target: '#encounter.inRoom.gettingMedia', reenter: true },",
    suite: side,
  },
  {
    name: 'a room that was taken over uses the durations of the minute',
    file: 'packages/contract/src/durations.ts',
    from: ': { ...durations, ...script, connectLimit',
    to: ': { ...script, ...durations, connectLimit',
    suite: rooms,
  },
  {
    name: 'a try is claimed outside of the transaction of its room',
    file: 'apps/server/src/membership/service.ts',
    from: 'return this.#store.claimTry(tx, { accountId, roomID, claimedAt: new Date(this.#clock.now()) });',
    to: 'return tx !== undefined && !(await this.#store.tryOf(accountId))?.usedAt && (void roomID, true);',
    suite: 'apps/server/src/membership/membership.integration.test.ts',
  },
  {
    name: 'a try stays used after the partner ends the room',
    file: 'apps/server/src/experiences/rights.ts',
    from: "reason === 'natural' || reason === 'manual_self'",
    to: "reason === 'natural' || reason !== undefined",
    suite: rights,
  },
  {
    name: 'a try stays claimed after a cancel',
    file: 'apps/server/src/encounters/store.ts',
    from: 'if (!end.isScripted) return this.#ended({ roomID, ...end });',
    to: 'if (end.duration === 0 || !end.isScripted) return this.#ended({ roomID, ...end });',
    suite: rights,
  },
  {
    name: 'a person who follows an invitation needs a right',
    file: 'apps/server/src/experiences/rights.ts',
    from: "for (const accountId of pool.poolType === 'personalInvite' ? [host] : [a, b]) {",
    to: 'for (const accountId of host === undefined ? [a, b] : [a, b]) {',
    suite: rights,
  },
  {
    name: 'a file is served beyond its range',
    file: 'apps/server/src/platform/files/routes.ts',
    from: 'await store.read(name, range));',
    to: 'await store.read(name, range && { ...range, end: range.end + 1 }));',
    suite: 'apps/server/src/platform/files/routes.integration.test.ts',
  },
  {
    name: 'a script that breaks a rule is stored',
    file: 'apps/server/src/experiences/importing.ts',
    from: '  refuseUnproven(content, durations);\n',
    to: '',
    suite: 'apps/server/src/experiences/catalogue.integration.test.ts',
  },
];
