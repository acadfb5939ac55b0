import type { Context } from './model.ts';

type Of = { readonly context: Context };

/** The delays of the chart, ms. Each is computed when its state is entered. */
export const delays = {
  pairing: ({ context: { durations, ownInvitationUntil, clickedAt, ports } }: Of) =>
    Math.max(0, (ownInvitationUntil ?? clickedAt + durations.pairingTimeout) - ports.clock.now()),
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
  hint: ({ context }: Of) => context.durations.hintDelay,
  guideline: ({ context }: Of) => context.durations.positionGuideline,
  notReady: ({ context }: Of) => context.durations.peerNotReadyTimeout,
  startWarning: ({ context: { durations } }: Of) => Math.max(0, durations.peerNotReadyTimeout - durations.startWarning),
  controlsAtStart: ({ context }: Of) => context.durations.controlsAtStart,
  controlsOnMove: ({ context }: Of) => context.durations.controlsOnMove,
  readyLimit: ({ context: { durations, confirmedAt, ports } }: Of) =>
    Math.max(0, confirmedAt + durations.readyLimit - ports.clock.now()),
  connectLimit: ({ context }: Of) => context.durations.connectLimit,
  introLeft: ({ context: { durations, bothReadyAt, ports } }: Of) =>
    Math.max(0, (bothReadyAt ?? ports.clock.now()) + durations.introDuration - ports.clock.now()),
  untilStart: ({ context: { startsAt, ports } }: Of) => Math.max(0, (startsAt ?? 0) - ports.clock.now()),
  untilEnd: ({ context: { startsAt, durations, ports } }: Of) =>
    Math.max(0, (startsAt ?? 0) + durations.connectionDuration - ports.clock.now()),
  // Measured from the last frame, not from entering the state: a minute that begins without frames is interrupted at once.
  frameLost: ({ context: { durations, frameAt, ports } }: Of) =>
    Math.max(0, durations.frameLost - (ports.clock.now() - (frameAt ?? ports.clock.now()))),
  reconnectAfter: ({ context: { durations } }: Of) => Math.max(0, durations.reconnectAfter - durations.frameLost),
  cameraRetry: ({ context }: Of) => context.durations.cameraRetry,
  frameTimeout: ({ context: { durations } }: Of) => Math.max(0, durations.frameTimeout - durations.frameLost),
  endQuiet: ({ context }: Of) => context.durations.endQuiet,
  afterConnection: ({ context }: Of) => context.durations.afterConnectionDuration,
  mediaDeniedDwell: ({ context }: Of) => context.durations.mediaDeniedDwell,
};
