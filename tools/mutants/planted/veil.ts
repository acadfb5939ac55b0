import type { Bug } from '../bug.ts';

const copies = 'packages/contract/src/veil.test.ts';
const chart = 'packages/encounter/src/veil.test.ts';
const rooms = 'apps/server/src/encounters/veils.test.ts';
const store = 'apps/server/src/encounters/store.integration.test.ts';
const cases = 'apps/server/src/moderation/cases.integration.test.ts';
const story = 'verification/e2e/stories/veil.spec.ts';

/** The veil, from the key to the moderators. */
export const veil: readonly Bug[] = [
  {
    name: 'one press of Lift lifts the veil for both',
    file: 'packages/contract/src/veil.ts',
    from: '!veil.lifted.every(Boolean)',
    to: '!veil.lifted.some(Boolean)',
    suite: chart,
  },
  {
    name: 'a veil that is dropped again keeps what was lifted before',
    file: 'packages/contract/src/veil.ts',
    from: '  lifted: [false, false],\n});\n\nexport const lifted',
    to: '  lifted: veil?.lifted ?? [false, false],\n});\n\nexport const lifted',
    suite: chart,
  },
  {
    name: 'an earlier veil replaces the present one',
    file: 'packages/contract/src/veil.ts',
    from: 'if (other.n < own.n) return own;',
    to: '',
    suite: copies,
  },
  {
    name: 'the partner lifts the veil for both',
    file: 'packages/encounter/src/veil.ts',
    from: 'merged(own, withoutHalfOf(event.message.payload as VeilState, room.position))',
    to: 'merged(own, event.message.payload as VeilState)',
    suite: chart,
  },
  {
    name: 'a new connection shows the picture under the veil',
    file: 'packages/encounter/src/peer-actor.ts',
    from: 'if (shown && !isVeiled) handle.show(shown);',
    to: 'if (shown) handle.show(shown);',
    suite: chart,
  },
  {
    name: 'a camera that comes back is seen under the veil',
    file: 'packages/encounter/src/peer-actor.ts',
    from: 'if (!isVeiled) handle?.show(shown);',
    to: 'handle?.show(shown);',
    suite: chart,
  },
  {
    name: 'a reloaded page is not under the veil of its tab',
    file: 'packages/encounter/src/base-chart.ts',
    from: 'isVeiled: isDown(context.veil),',
    to: 'isVeiled: false,',
    suite: chart,
  },
  {
    name: 'a veil that is dropped again begins its half minute again',
    file: 'packages/encounter/src/veil.ts',
    from: 'isDown(before) ? veiledAt : ports.clock.now()',
    to: 'ports.clock.now()',
    suite: chart,
  },
  {
    name: 'the veil of another room covers this one',
    file: 'packages/encounter/src/noted.ts',
    from: 'remembered?.roomID === roomID && {',
    to: 'remembered && {',
    suite: chart,
  },
  {
    name: "the partner's veil ends the minute as one's own",
    file: 'packages/encounter/src/veil.ts',
    from: 'isDown(veil) && veil.by === room?.position',
    to: 'isDown(veil)',
    suite: chart,
  },
  {
    name: 'frames are missed under the veil',
    file: 'packages/encounter/src/states-room.ts',
    from: "          tags: ['the partner is interrupted'],\n          always: { guard: 'the veil holds', target: 'veiled' },",
    to: "          tags: ['the partner is interrupted'],",
    suite: chart,
  },
  {
    name: 'frames from before the veil count as new ones',
    file: 'packages/encounter/src/states-room.ts',
    from: "always: { guard: 'the veil is up', target: 'flowing', actions: ['note a frame'] },",
    to: "always: { guard: 'the veil is up', target: 'flowing' },",
    suite: chart,
  },
  {
    name: 'a veil is offered to a page of an earlier version',
    file: 'apps/server/src/encounters/room-additions.ts',
    from: 'sides.every((side) => side.has(each))',
    to: 'sides.some((side) => side.has(each))',
    suite: rooms,
  },
  {
    name: 'an installation without veils passes them on',
    file: 'apps/server/src/encounters/room-additions.ts',
    from: 'offered.includes(each) && ',
    to: '',
    suite: rooms,
  },
  {
    name: "a member drops a veil in the other's name",
    file: 'apps/server/src/encounters/veils.ts',
    from: 'isSame(next, stated) && stated.by === from',
    to: 'isSame(next, stated)',
    suite: rooms,
  },
  {
    name: 'a room passes on what it knows of the recipient',
    file: 'apps/server/src/encounters/veils.ts',
    from: 'const payload = withoutHalfOf(next, other.position);',
    to: 'const payload = next;',
    suite: rooms,
  },
  {
    name: 'a veil that was lifted still ends the room',
    file: 'apps/server/src/encounters/veils.ts',
    from: "if (!isDown(next)) room.stopTimer('veil');",
    to: '',
    suite: rooms,
  },
  {
    name: 'the server gives a veil that is dropped again another half minute',
    file: 'apps/server/src/encounters/veils.ts',
    from: '|| !holds || isDown(before)) return;',
    to: '|| !holds) return;',
    suite: rooms,
  },
  {
    name: 'a room that was taken over does not learn its veil',
    file: 'apps/server/src/encounters/room-additions.ts',
    from: '(isTakenOver || isShared)',
    to: 'isShared && !isTakenOver',
    suite: rooms,
  },
  {
    name: 'what was pressed without a connection is lost with the page',
    file: 'apps/server/src/encounters/veils.ts',
    from: '(isOwn && stated.n <= known + mostWithoutConnection)',
    to: 'false',
    suite: rooms,
  },
  {
    name: 'a veil that crossed another one is not recorded',
    file: 'apps/server/src/encounters/veils.ts',
    from: 'if (stated.n === next.n && stated.by === side.position && !hasLifted(stated, side.position))',
    to: 'if (stated.n > (room.veil?.n ?? 0))',
    suite: rooms,
  },
  {
    name: 'the same person counts twice',
    file: 'apps/server/src/encounters/store.ts',
    from: 'countDistinct(veil.by)',
    to: 'count(veil.by)',
    suite: store,
  },
  {
    name: 'one veil is shown to moderators',
    file: 'apps/server/src/moderation/rules.ts',
    from: 'export const fewestVeils = 2;',
    to: 'export const fewestVeils = 1;',
    suite: cases,
  },
  {
    name: 'veils are counted for a month',
    file: 'apps/server/src/moderation/rules.ts',
    from: 'export const veilsCountedFor = 7 * 24 * hour;',
    to: 'export const veilsCountedFor = 30 * 24 * hour;',
    suite: cases,
  },
  {
    name: 'the picture is still sent under the veil',
    file: 'apps/web/src/encounters/peer.ts',
    from: 'void transceiver?.sender.replaceTrack(shown ?? null).catch(() => {});',
    to: 'if (shown) void transceiver?.sender.replaceTrack(shown).catch(() => {});',
    suite: story,
  },
  {
    name: 'the picture of the partner stays under the veil',
    file: 'apps/web/src/encounters/screens/room.tsx',
    from: 'const isCovered = useContext(actor, isVeiled) || isRising;',
    to: 'const isCovered = isRising;',
    suite: story,
  },
];
