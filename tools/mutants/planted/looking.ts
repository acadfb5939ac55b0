import type { Bug } from '../bug.ts';

const chart = 'packages/encounter/src/portrait-window.test.ts';
const geometry = 'apps/web/src/encounters/window/geometry.test.ts';
const story = 'verification/e2e/stories/portrait-window.spec.ts';

/** What is added to the minute so that it is safe to look. */
export const looking: readonly Bug[] = [
  {
    name: 'people of the circle are strangers',
    file: 'packages/encounter/src/portrait-window.ts',
    from: "pool.poolType === 'anyone' ? 'strangers' : 'acquaintances'",
    to: "pool.poolType !== 'personalInvite' ? 'strangers' : 'acquaintances'",
    suite: chart,
  },
  {
    name: 'a window that was switched off is on again in the next room',
    file: 'packages/encounter/src/portrait-window.ts',
    from: "(window.choice(company) ?? company === 'strangers')",
    to: "(window.choice(company) || company === 'strangers')",
    suite: chart,
  },
  {
    name: 'Start is possible before the picture is cut',
    file: 'packages/encounter/src/base-chart.ts',
    from: '      enqueue.assign({ isFramed, camera: undefined });',
    to: '      enqueue.assign({ isFramed });',
    suite: chart,
  },
  {
    name: 'the window is forgotten by a reload',
    file: 'packages/encounter/src/base-chart.ts',
    from: '      context.ports.tab.rememberFramed(isFramed);\n',
    to: '',
    suite: chart,
  },
  {
    name: 'the window of one room is kept for the next one',
    file: 'packages/encounter/src/base-chart.ts',
    from: '      ports.tab.rememberFramed(false);\n',
    to: '',
    suite: chart,
  },
  {
    name: 'a camera that comes back shows the room',
    file: 'packages/encounter/src/states-devices.ts',
    from: "          guard: 'it is framed as wanted',\n          target: 'open',",
    to: "          target: 'open',",
    suite: chart,
  },
  {
    name: 'a reloaded page shows the room',
    file: 'packages/encounter/src/states-returning.ts',
    from: "'frame us as before', ",
    to: '',
    suite: chart,
  },
  {
    name: 'a camera chosen while another one opens is forgotten by the switch',
    file: 'packages/encounter/src/media-actors.ts',
    from: 'chosen = deviceId ?? (isPending ? chosen : undefined);',
    to: 'chosen = deviceId;',
    suite: 'packages/encounter/src/camera.test.ts',
  },
  {
    name: 'a window lies between two pixels of colour',
    file: 'apps/web/src/encounters/window/geometry.ts',
    from: '2 * Math.round(value / 2)',
    to: 'Math.round(value)',
    suite: geometry,
  },
  {
    name: 'a picture that is stored turned left is cut elsewhere',
    file: 'apps/web/src/encounters/window/geometry.ts',
    from: 'return { x: shown.height - y - height, y: x, width: height, height: width };',
    to: 'return { x: y, y: x, width: height, height: width };',
    suite: geometry,
  },
  {
    name: 'the worker passes the whole frame on',
    file: 'apps/web/src/encounters/window/window-worker.ts',
    from: 'controller.enqueue(cut(frame));',
    to: 'controller.enqueue(frame.clone());',
    suite: story,
  },
  {
    name: 'what is drawn is the whole picture',
    file: 'apps/web/src/encounters/window/portrait-window.ts',
    from: 'pen.drawImage(video, x, y, width, height, 0, 0, width, height);',
    to: 'pen.drawImage(video, 0, 0, width, height);',
    suite: story,
  },
  {
    name: 'the frame lies over the partner’s picture',
    file: 'apps/web/src/encounters/parts/framed-picture.module.css',
    from: '  position: relative;\n  object-fit: contain;',
    to: '  object-fit: contain;',
    suite: story,
  },
];
