import type { CameraFailureReason } from '@unspoken/contract/encounters';
import type { PageDurations } from '@unspoken/contract/page-durations';
import { type CameraCommand, cameraActor } from '@unspoken/encounter/media-actors';
import type { Camera, CameraPort } from '@unspoken/encounter/ports';
import { assign, sendTo, setup } from 'xstate';

type MirrorDurations = Pick<
  PageDurations,
  | 'startButtonDelay'
  | 'positionGuideline'
  | 'controlsOnMove'
  | 'introDuration'
  | 'connectionDuration'
  | 'permissionPromptDelay'
  | 'presenceTimeout'
>;

interface MirrorInput {
  readonly camera: CameraPort;
  /** Whether strangers would see the user in a portrait window. */
  readonly isFramed: boolean;
  readonly durations: MirrorDurations;
  /** Milliseconds since the epoch. */
  readonly now: () => number;
}

interface Context extends MirrorInput {
  opened: Camera | undefined;
  startedAt: number | undefined;
  failure: CameraFailureReason | undefined;
}

type Event =
  | { type: 'camera opened'; camera: Camera }
  | { type: 'camera refused'; reason: CameraFailureReason }
  | { type: 'camera lost' }
  | { type: 'camera chosen'; deviceId: string }
  | { type: 'start pressed' }
  | { type: 'guideline dismissed' }
  | { type: 'controls wanted' }
  | { type: 'end pressed' }
  | { type: 'again pressed' };

const chart = setup({
  types: { context: {} as Context, events: {} as Event, input: {} as MirrorInput, tags: {} as string },
  actors: { cameraActor },
  delays: {
    startButton: ({ context }) => context.durations.startButtonDelay,
    guideline: ({ context }) => context.durations.positionGuideline,
    controls: ({ context }) => context.durations.controlsOnMove,
    prompt: ({ context }) => context.durations.permissionPromptDelay,
    intro: ({ context }) => context.durations.introDuration,
    minute: ({ context }) => context.durations.connectionDuration,
    presence: ({ context }) => context.durations.presenceTimeout,
  },
  actions: {
    'take the camera': assign(({ event }) => (event.type === 'camera opened' ? { opened: event.camera } : {})),
    'note the failure': assign(({ event }) => (event.type === 'camera refused' ? { failure: event.reason } : {})),
    'open the chosen camera': sendTo(
      'camera',
      ({ event }): CameraCommand => ({ type: 'open', deviceId: event.type === 'camera chosen' ? event.deviceId : undefined }),
    ),
    'note the start': assign(({ context }) => ({ startedAt: context.now() })),
    'forget the camera': assign({ opened: undefined, startedAt: undefined }),
  },
});

const ended = { target: '#mirror.over' } as const;

/**
 * A minute with one's own face: the camera, Start, the lens, a minute, its end. It has no partner and no connection: the picture never leaves
 * this page, and the camera is closed with the state that needs it.
 */
export const mirrorMachine = chart.createMachine({
  id: 'mirror',
  context: ({ input }) => ({ ...input, opened: undefined, startedAt: undefined, failure: undefined }),
  initial: 'before',
  states: {
    before: {
      initial: 'open',
      exit: ['forget the camera'],
      invoke: { src: 'cameraActor', id: 'camera', input: ({ context }) => ({ ports: context, isFramed: context.isFramed }) },
      on: {
        'camera refused': { target: '#mirror.failed', actions: ['note the failure'] },
        'camera lost': { target: '#mirror.before', reenter: true },
        'camera opened': { actions: ['take the camera'] },
      },
      states: {
        open: {
          initial: 'quiet',
          states: {
            quiet: { after: { prompt: { target: 'prompting' } } },
            prompting: { tags: ['the permission prompt is explained'] },
          },
          on: { 'camera opened': { target: 'preparing', actions: ['take the camera'] } },
        },
        preparing: {
          type: 'parallel',
          tags: ['preparing'],
          on: {
            'camera chosen': { actions: ['open the chosen camera'] },
            // Another camera that is busy: the present one goes on.
            'camera refused': {},
          },
          // Nobody is at the page any more: the camera is not left open.
          after: { presence: { target: '#mirror.left' } },
          states: {
            start: {
              initial: 'settling',
              states: {
                settling: { after: { startButton: { target: 'offered' } } },
                offered: { tags: ['start is offered'], on: { 'start pressed': { target: '#mirror.before.lens' } } },
              },
            },
            guideline: {
              initial: 'shown',
              states: {
                shown: {
                  tags: ['the guideline is shown'],
                  after: { guideline: { target: 'hidden' } },
                  on: { 'guideline dismissed': { target: 'hidden' } },
                },
                hidden: {},
              },
            },
          },
        },
        // As in the minute of two: an invitation to look into the lens, before anything is to be seen.
        lens: {
          tags: ['lens'],
          after: { intro: { target: 'minute' } },
          on: { 'end pressed': ended, 'camera refused': {} },
        },
        minute: {
          tags: ['minute'],
          entry: ['note the start'],
          after: { minute: ended },
          on: { 'end pressed': ended, 'camera refused': {} },
          initial: 'dimmed',
          states: {
            dimmed: { on: { 'controls wanted': { target: 'shown' } } },
            shown: {
              tags: ['controls are shown'],
              after: { controls: { target: 'dimmed' } },
              on: { 'controls wanted': { target: 'shown', reenter: true } },
            },
          },
        },
      },
    },
    over: { tags: ['over'], on: { 'again pressed': { target: 'before' } } },
    failed: { tags: ['failed'] },
    left: { tags: ['left'] },
  },
});
