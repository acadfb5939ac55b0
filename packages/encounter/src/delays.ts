import { type Context, roomDurations } from './model.ts';
import { veilEnd } from './veil.ts';

type Of = { readonly context: Context };

const veilLeft = (context: Context, more: number): number => {
  const now = context.ports.clock.now();
  return Math.max(0, (veilEnd(context) ?? now + context.durations.veilLimit) + more - now);
};

/** The delays of the chart, ms. Each is computed when its state is entered. */
export const delays = {
  pairing: ({ context: { durations, ownInvitationUntil, patientUntil, clickedAt, ports } }: Of) =>
    Math.max(0, (ownInvitationUntil ?? Math.max(patientUntil ?? 0, clickedAt + durations.pairingTimeout)) - ports.clock.now()),
  keepWaiting: ({ context }: Of) => context.durations.keepWaiting,
  reservationLife: ({ context }: Of) => context.durations.reservationLife,
  matchmakerAnswer: ({ context }: Of) => context.durations.matchmakerAnswer,
  noAnswer: ({ context }: Of) => context.durations.peerNoAnswerTimeout,
  presenceTimeout: ({ context }: Of) => context.durations.presenceTimeout,
  countdown: ({ context }: Of) => context.countdownLeft,
  pauseLeft: ({ context }: Of) => context.pauseLeft,
  languageResume: ({ context }: Of) => context.durations.languageResume,
  permissionPrompt: ({ context }: Of) => context.durations.permissionPromptDelay,
  cameraPromptLimit: ({ context }: Of) => context.durations.cameraPromptLimit,
  startButton: ({ context }: Of) => context.durations.startButtonDelay,
  soundPatience: ({ context: { durations } }: Of) => Math.max(0, durations.soundPatience - durations.startButtonDelay),
  clockCheck: ({ context }: Of) => context.durations.clockCheck,
  clockMeasured: ({ context }: Of) => context.durations.clockMeasured,
  hint: ({ context }: Of) => context.durations.hintDelay,
  guideline: ({ context }: Of) => context.durations.positionGuideline,
  notReady: ({ context }: Of) => context.durations.peerNotReadyTimeout,
  startWarning: ({ context: { durations } }: Of) => Math.max(0, durations.peerNotReadyTimeout - durations.startWarning),
  controlsAtStart: ({ context }: Of) => context.durations.controlsAtStart,
  controlsOnMove: ({ context }: Of) => context.durations.controlsOnMove,
  readyLimit: ({ context: { durations, confirmedAt, ports } }: Of) =>
    Math.max(0, confirmedAt + durations.readyLimit - ports.clock.now()),
  connectLimit: ({ context }: Of) => roomDurations(context).connectLimit,
  introLeft: ({ context }: Of) => {
    const { introStartsAt, bothReadyAt, ports } = context;
    const now = ports.clock.now();
    return Math.max(0, (introStartsAt ?? bothReadyAt ?? now) + roomDurations(context).introDuration - now);
  },
  untilStart: ({ context: { startsAt, ports } }: Of) => Math.max(0, (startsAt ?? 0) - ports.clock.now()),
  untilEnd: ({ context }: Of) =>
    Math.max(0, (context.startsAt ?? 0) + roomDurations(context).connectionDuration - context.ports.clock.now()),
  // Measured from the last frame, not from entering the state: a minute that begins without frames is interrupted at once.
  frameLost: ({ context: { durations, frameAt, ports } }: Of) =>
    Math.max(0, durations.frameLost - (ports.clock.now() - (frameAt ?? ports.clock.now()))),
  reconnectAfter: ({ context: { durations } }: Of) => Math.max(0, durations.reconnectAfter - durations.frameLost),
  cameraRetry: ({ context }: Of) => context.durations.cameraRetry,
  frameTimeout: ({ context: { durations } }: Of) => Math.max(0, durations.frameTimeout - durations.frameLost),
  veilLimit: ({ context }: Of) => veilLeft(context, 0),
  // The server ends the room first, or the side that has dropped the veil does.
  veilPatience: ({ context }: Of) => veilLeft(context, context.durations.grace),
  veilRise: ({ context }: Of) => context.durations.frameLost,
  endQuiet: ({ context }: Of) => context.durations.endQuiet,
  // The time after an experience belongs to its script, which only a natural end reaches.
  afterConnection: ({ context }: Of) =>
    (context.endReason === 'natural' ? roomDurations(context) : context.durations).afterConnectionDuration,
  mediaDeniedDwell: ({ context }: Of) => context.durations.mediaDeniedDwell,
};
