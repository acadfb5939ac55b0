import { type EndReason, endReasonOnWire, updateSessionData } from '@unspoken/contract/encounters';
import { type ScriptPhase, soundAhead } from '@unspoken/contract/script-time';
import { isDown } from '@unspoken/contract/veil';
import { assign, enqueueActions, sendTo, setup, spawnChild, stopChild } from 'xstate';
import {
  announcement,
  cancelRequest,
  circleCheck,
  connectRequest,
  presenceHeartbeat,
  type RoomCommand,
  requestOf,
  roomActor,
  socketListener,
} from './actors.ts';
import { delays } from './delays.ts';
import { endNamed } from './events.ts';
import { guards } from './guards.ts';
import { type CameraCommand, cameraActor, microphoneActor } from './media-actors.ts';
import { type Context, type Event, type Input, isScripted, type Notice, noRoom, roomDurations, roomOf } from './model.ts';
import * as noted from './noted.ts';
import { type PeerCommand, peerActor } from './peer-actor.ts';
import { companyOf, wantsWindow, wasFramed } from './portrait-window.ts';
import { reportsSession } from './rules.ts';
import { type SoundCommand, scriptActor, scriptClock, soundActor } from './script-actors.ts';
import { addressesIn, correctedStart, needsMicrophone, running, sideOf, soundsDue, taken } from './script-state.ts';
import { isSoft } from './statements.ts';

/**
 * The vocabulary of the specified minute and of experiences: delays, guards, actions and actors. `chart.ts` adds that of what stands
 * beside the minute.
 */
export const baseChart = setup({
  types: {
    context: {} as Context,
    events: {} as Event,
    input: {} as Input,
    tags: {} as string,
  },
  actors: {
    socketListener,
    presenceHeartbeat,
    announcement,
    connectRequest,
    cancelRequest,
    roomActor,
    peerActor,
    cameraActor,
    microphoneActor,
    scriptActor,
    scriptClock,
    soundActor,
    circleCheck,
  },
  delays,
  guards,
  actions: {
    'note that the page is hidden': assign({ pageHidden: true }),
    'note that the page is shown': assign({ pageHidden: false }),
    'learn the person': assign(({ event }) => (event.type === 'person known' ? { person: event.person } : {})),
    'note whether calls are wanted': assign(({ event }) => (event.type === 'calls wanted' ? { callsWanted: event.wanted } : {})),
    'be present': sendTo('presence', ({ context }) => ({ type: noted.isHiddenHere(context) ? 'be hidden' : 'be present' })),
    'be absent': sendTo('presence', { type: 'be absent' }),
    'dismiss the notice': assign({ notice: undefined }),
    'give notice': assign((_, params: { notice: Notice }) => ({ notice: params.notice })),
    'give notice of the refusal': assign(({ event }) => {
      if (event.type === 'matchmaker event arrived') return { notice: event.event.error ?? 'matchmaker_failed' };
      if (event.type === 'connect answered') return { notice: (event.error as Notice | undefined) ?? 'matchmaker_failed' };
      return {};
    }),
    'note the request': assign(({ context, event }) => noted.requestFrom(event, context)),
    'note that somebody is getting ready': assign(({ context: { durations, ports } }) => ({
      gettingReadyUntil: ports.clock.now() + durations.gettingReadyShown,
    })),
    'make a new request': assign(({ context: { ports } }) => ({
      clickID: ports.freshID(),
      searchingSince: ports.clock.now(),
      isNext: false,
    })),
    'avoid people met lately': assign({ noRepeat: true }),
    'start the search clock': assign(({ context }) => ({ clickedAt: context.ports.clock.now() })),
    'note that we are next': assign({ isNext: true }),
    'remember the request in this tab': ({ context }) => context.ports.tab.rememberRequest(noted.rememberedRequest(context)),
    'forget the request in this tab': ({ context: { ports } }) => ports.tab.rememberRequest(undefined),
    // This machine's clock may have been set back in the meantime.
    'resume the request': assign(({ context: { ports } }) => {
      const request = ports.tab.connectRequest();
      const clickedAt = Math.min(request?.clickedAt ?? 0, ports.clock.now());
      const searchingSince = Math.min(request?.searchingSince ?? clickedAt, clickedAt);
      return { ...noRoom, notice: undefined, ...request, clickedAt, searchingSince };
    }),
    'cancel the request': enqueueActions(({ context, enqueue }) => {
      enqueue.stopChild('cancel');
      enqueue.spawnChild('cancelRequest', { id: 'cancel', input: requestOf(context) });
    }),
    'pause the request': enqueueActions(({ context, enqueue }) => {
      enqueue.stopChild('cancel');
      enqueue.spawnChild('cancelRequest', { id: 'cancel', input: { ...requestOf(context), pause: true } });
    }),
    // A repetition that came after the request was sent again would pause it once more.
    'stop pausing the request': stopChild('cancel'),

    'stop announcing the request': sendTo('announcement', { type: 'pause' }),
    'go on announcing the request': sendTo('announcement', { type: 'go on' }),

    // The guidance and the entering countdown can be paused while the language list is open.
    'set the guidance countdown': assign(({ context: { durations, person } }) => ({
      countdownLeft: person.experienced ? durations.guidanceDelayExperienced : durations.guidanceDelay,
      pauseLeft: durations.languagePauseLimit,
    })),
    // In a gathering only the first minute has the long pause.
    'set the entering countdown': assign(({ context: { durations, room } }) => ({
      countdownLeft: room?.hasMetHere ? durations.gatheringEnteringRoom : durations.enteringRoom,
      pauseLeft: durations.languagePauseLimit,
    })),
    'set the countdown of waiting': assign(({ context: { durations } }) => ({ countdownLeft: durations.keepWaiting })),
    'run the countdown': assign(({ context }) => ({ countdownSince: context.ports.clock.now() })),
    'stop the countdown': assign(({ context: { countdownLeft, countdownSince, ports } }) => ({
      countdownLeft: Math.max(0, countdownLeft - (ports.clock.now() - countdownSince)),
    })),
    'count the pause': assign(({ context: { pauseLeft, countdownSince, ports } }) => ({
      pauseLeft: Math.max(0, pauseLeft - (ports.clock.now() - countdownSince)),
    })),
    'record that the guidance is accepted': ({ context }) => context.ports.calls.guidanceAccepted(),
    'remember that the guidance is accepted': assign(({ context }) => ({
      person: { ...context.person, guidanceAccepted: true },
    })),
    'record that the guidance is declined': ({ context }) => context.ports.calls.guidanceDeclined(),

    'take the room': assign(({ event }) =>
      event.type === 'matchmaker event arrived' && event.event.roomID && event.event.position
        ? { ...noRoom, room: roomOf({ ...event.event, roomID: event.event.roomID, position: event.event.position }) }
        : {},
    ),
    'open the room': spawnChild('roomActor', {
      id: 'room',
      input: ({ context }) => ({
        ports: context.ports,
        room: context.room as NonNullable<Context['room']>,
        resume: context.partnerReady,
        durations: context.durations,
        // An intro may be longer than it takes to load a page.
        patience: isScripted(context) ? context.durations.rejoinConnected : context.durations.rejoinBeforeConnected,
      }),
    }),
    // The page was reloaded in the middle of it.
    'take the running room': assign(({ context, event }) => noted.runningRoom(event, context)),
    'remember the room in this tab': ({ context }) => context.ports.tab.remember(context.room?.roomID, noted.groupOf(context)),
    'forget the room in this tab': ({ context: { ports } }) => {
      ports.tab.remember(undefined);
      ports.tab.rememberMicrophoneOff(false);
      ports.tab.rememberFramed(false);
      ports.tab.rememberVeil(undefined);
      ports.tab.rememberClear(undefined);
    },
    'leave the room': sendTo('room', { type: 'leave' }),
    'put the room aside': stopChild('room'),
    'forget the room': assign(noRoom),
    send: sendTo('room', (_, command: RoomCommand) => command),
    greet: enqueueActions(({ context, enqueue }) => {
      if (context.room?.position === 2) enqueue.sendTo('room', { type: 'send hello' });
    }),
    'confirm the room': assign(({ context }) => ({ confirmedAt: context.ports.clock.now() })),
    'refine the clock': ({ context }) => context.ports.serverClock.refine(),

    'open the peer connection': spawnChild('peerActor', {
      id: 'peer',
      input: ({ context }) => ({
        ports: context.ports,
        room: context.room as NonNullable<Context['room']>,
        retry: context.durations.requestRetry,
        refresh: context.durations.iceRefresh,
        awaitsSound: isScripted(context),
        isVeiled: isDown(context.veil),
        isSoft: isSoft(context),
      }),
    }),
    'close the peer connection': stopChild('peer'),
    instruct: sendTo('peer', (_, command: PeerCommand) => command),
    'pass the description on': enqueueActions(({ event, enqueue }) => {
      if (event.type === 'description made') enqueue.sendTo('room', { type: 'send sdp', description: event.description });
      if (event.type === 'room message arrived')
        enqueue.sendTo('peer', { type: 'take description', description: event.message.payload as never });
    }),
    'pass the candidate on': enqueueActions(({ event, enqueue }) => {
      if (event.type === 'candidate found') enqueue.sendTo('room', { type: 'send candidate', candidate: event.candidate });
      if (event.type === 'room message arrived')
        enqueue.sendTo('peer', { type: 'take candidate', candidate: event.message.payload as never });
    }),
    // A caller makes an offer without being asked.
    'ask for an offer': enqueueActions(({ context, enqueue }) => {
      if (context.room?.position === 2) enqueue.sendTo('room', { type: 'send ready', ready: { again: true } });
    }),
    'replace the connection': enqueueActions(({ context, enqueue }) => {
      if (context.room?.position === 1) enqueue.sendTo('peer', { type: 'start over' });
      else enqueue.sendTo('room', { type: 'send ready', ready: { again: true } });
    }),
    'find a new path if we are the caller': enqueueActions(({ context, enqueue }) => {
      if (context.room?.position === 1) enqueue.sendTo('peer', { type: 'find a new path' });
    }),
    'note the stream': assign(({ event }) => (event.type === 'stream arrived' ? { partnerStream: event.stream } : {})),
    'note the connection': assign({ peerConnected: true }),
    'note the lost connection': assign({ peerConnected: false }),
    'note a frame': assign(({ context, event }) => noted.frame(event, context)),
    'note who is ready': assign(({ context, event }) => noted.ready(event, context)),
    'note that both are ready': assign(({ context }) => ({ bothReadyAt: context.ports.clock.now() })),

    'decide about the window': assign(({ context }) => ({ isFramed: wantsWindow(context.ports.window, companyOf(context)) })),
    'frame us as before': assign(({ context }) => ({ isFramed: wasFramed(context) })),
    'drop the lost camera': assign({ camera: undefined }),
    'choose the window': enqueueActions(({ context, event, enqueue }) => {
      const isFramed = event.type === 'window chosen' && event.isFramed;
      if (isFramed === context.isFramed) return;
      context.ports.window.choose(companyOf(context), isFramed);
      // What was shown until now is not what would be sent: Start waits for the other picture.
      enqueue.assign({ isFramed, camera: undefined });
      enqueue.sendTo('camera', { type: 'open', isFramed });
    }),
    // What could not be cut is sent whole, as was said before Start; what was cut at Start stays so.
    'keep the window': enqueueActions(({ context, enqueue }) => {
      const isFramed = context.camera?.isFramed === true;
      context.ports.tab.rememberFramed(isFramed);
      enqueue.assign({ isFramed });
    }),
    'open the camera': spawnChild('cameraActor', { id: 'camera', input: ({ context }) => context }),
    'open the chosen camera': sendTo(
      'camera',
      ({ event }): CameraCommand => ({
        type: 'open',
        deviceId: event.type === 'camera chosen' ? event.deviceId : undefined,
      }),
    ),
    'take the camera': assign(({ event }) => (event.type === 'camera opened' ? { camera: event.camera } : {})),
    'close the camera': enqueueActions(({ enqueue }) => {
      enqueue.stopChild('camera');
      enqueue.assign({ camera: undefined });
    }),
    'show ourselves': sendTo('peer', ({ context }) => ({
      type: 'show',
      camera: context.camera as NonNullable<Context['camera']>,
    })),
    'note the camera failure': assign(({ event }) => noted.refusedDevice(event)),
    'report the camera failure': ({ context }) => context.ports.calls.cameraFailed(context.cameraFailure ?? 'UnknownError'),
    'hide the guideline for good': enqueueActions(({ context, event, enqueue }) => {
      if (event.type !== 'guideline dismissed' || !event.forGood) return;
      context.ports.calls.hidePositionGuideline();
      enqueue.assign({ person: { ...context.person, showPositionGuideline: false } });
    }),

    'note the start': assign(({ context, event }) => noted.namedStart(event, context)),
    'start by ourselves': assign(({ context }) => ({ startsAt: context.ports.clock.now() })),

    // ---- The script of an experience. The minute has none, and none of this happens in it.
    'open the script': spawnChild('scriptActor', {
      id: 'script',
      input: ({ context: { ports, pool, room, durations, partnerReady } }) => ({
        ports,
        side: sideOf(pool, room as NonNullable<Context['room']>),
        attempt: durations.scriptAttempt,
        // A session that runs is not given up: its end is known without the script.
        attempts: partnerReady ? Number.POSITIVE_INFINITY : durations.scriptAttempts,
      }),
    }),
    'fetch the script again': enqueueActions(({ context, enqueue }) => {
      if (isScripted(context)) enqueue.sendTo('script', { type: 'fetch' });
    }),
    'close the script': stopChild('script'),
    'take the script': enqueueActions(({ context, event, enqueue }) => {
      if (event.type !== 'script arrived') return;
      const { script } = event;
      const isFirst = context.script === undefined;
      enqueue.assign(taken(script));
      if (isFirst) enqueue.spawnChild('soundActor', { id: 'sound', input: { ports: context.ports } });
      enqueue.sendTo('sound', { type: 'load', addresses: addressesIn(script.plan) });
      if (context.soundOff) enqueue.sendTo('sound', { type: 'mute', isMuted: true });
      const t = context.startsAt === undefined ? 0 : context.ports.clock.now() - context.startsAt;
      enqueue.sendTo('peer', { type: 'allow sound', sound: soundAhead(script.plan, t) });
    }),
    'note that the sounds are loaded': assign(({ context: { sounds } }) => ({
      sounds: sounds === 'loading' ? ('loaded' as const) : sounds,
    })),
    'give up the sounds': enqueueActions(({ context, enqueue }) => {
      if (!context.script) return;
      enqueue.assign({ sounds: 'failed' });
      enqueue.sendTo('sound', { type: 'load', addresses: [] });
    }),
    sound: enqueueActions(({ context, enqueue }, command: SoundCommand) => {
      if (context.script) enqueue.sendTo('sound', command);
    }),
    'close the sound': stopChild('sound'),
    'note that sound is blocked': assign({ soundBlocked: true }),
    'note that sound is allowed': assign({ soundBlocked: false }),
    'switch the sound': enqueueActions(({ context, enqueue }) => {
      const soundOff = !context.soundOff;
      enqueue.assign({ soundOff });
      if (context.script) enqueue.sendTo('sound', { type: 'mute', isMuted: soundOff });
    }),
    'switch the captions': assign(({ context }) => ({ captionsOn: !context.captionsOn })),
    'note the voice': enqueueActions(({ context, event, enqueue }) => {
      if (event.type === 'voice arrived' && context.script) enqueue.sendTo('sound', { type: 'take voice', stream: event.stream });
    }),
    'note the intro': assign(({ context, event }) => noted.namedIntro(event, context)),
    'run the script': enqueueActions(({ context, enqueue }, { phase }: { phase: ScriptPhase }) => {
      const { script, ports } = context;
      const begun = running(context, phase);
      if (!script || !begun) return;
      enqueue.stopChild('script clock');
      enqueue.spawnChild('scriptClock', { id: 'script clock', input: { clock: ports.clock, plan: script.plan, ...begun } });
      for (const due of soundsDue(context, script.plan, begun)) enqueue.sendTo('sound', { type: 'play', ...due });
    }),
    // Ahead of time: sound is scheduled more exactly than timers run.
    'schedule the sounds': enqueueActions(({ context, enqueue }) => {
      const { script, startsAt } = context;
      if (!script || startsAt === undefined) return;
      const due = soundsDue(context, script.plan, { phase: 'connection', startsAt });
      for (const each of due) enqueue.sendTo('sound', { type: 'play', ...each });
    }),
    'silence the script': enqueueActions(({ context, enqueue }) => {
      enqueue.stopChild('script clock');
      const keeps = context.endReason === 'natural' ? 'after' : undefined;
      if (context.script) enqueue.sendTo('sound', { type: 'silence', keeps });
    }),
    'stop the script': enqueueActions(({ enqueue }) => {
      enqueue.stopChild('script clock');
      enqueue.assign({ moment: undefined });
    }),
    'note the moment': assign(({ event }) => (event.type === 'script moment' ? { moment: event.moment } : {})),
    'follow the moment': enqueueActions(({ context, enqueue }) => {
      const { script, moment, microphone, microphoneOff, startsAt, ports, veil } = context;
      if (!script || !moment) return;
      const isSpeaking = moment.microphone && !microphoneOff && !isDown(veil);
      enqueue.sendTo('peer', { type: 'speak', microphone: isSpeaking ? microphone : undefined });
      enqueue.sendTo('sound', { type: 'open voice', isOpen: moment.partnerMicrophone && !isDown(veil) });
      if (startsAt !== undefined)
        enqueue.sendTo('peer', { type: 'allow sound', sound: soundAhead(script.plan, ports.clock.now() - startsAt) });
    }),
    'correct the start': enqueueActions(({ context, enqueue }) => {
      const corrected = correctedStart(context);
      if (!corrected) return;
      enqueue.assign(corrected);
      enqueue.raise({ type: 'start corrected' });
    }),
    'open the microphone': enqueueActions(({ context, enqueue }) => {
      enqueue.stopChild('microphone');
      enqueue.spawnChild('microphoneActor', { id: 'microphone', input: { ports: context.ports } });
    }),
    'open the microphone again': sendTo('microphone', { type: 'open' }),
    'take the microphone': assign(({ event }) => (event.type === 'microphone opened' ? { microphone: event.microphone } : {})),
    'note that the microphone is lost': assign({ microphone: undefined }),
    'close the microphone': enqueueActions(({ enqueue }) => {
      enqueue.stopChild('microphone');
      enqueue.assign({ microphone: undefined });
    }),
    'switch the microphone': enqueueActions(({ context, enqueue }) => {
      const microphoneOff = !context.microphoneOff;
      enqueue.assign({ microphoneOff });
      context.ports.tab.rememberMicrophoneOff(microphoneOff);
    }),
    'report our devices again': enqueueActions(({ context, enqueue }) => {
      const ready = { camera: 'back', ...(context.microphone && { microphone: 'back' }) } as const;
      if (isScripted(context)) enqueue.sendTo('room', { type: 'send ready', ready });
    }),
    'open the microphone if it is needed': enqueueActions(({ context, enqueue }) => {
      if (!needsMicrophone(context)) return;
      enqueue.spawnChild('microphoneActor', { id: 'microphone', input: { ports: context.ports } });
    }),

    end: assign((_, params: { reason: EndReason }) => ({ endReason: params.reason })),
    'end as the server says': assign(({ event }) => {
      const endReason = endNamed(event);
      return endReason === undefined ? {} : { endReason };
    }),
    'send the session data': ({ context }) => {
      const { ports, room, endReason, startsAt, pool, path } = context;
      if (!room || !reportsSession(endReason, room.position, pool.poolType)) return;
      const lasted = startsAt === undefined ? 0 : ports.clock.now() - startsAt;
      ports.socket.emit(updateSessionData.event, {
        roomID: room.roomID,
        position: room.position,
        duration: Math.round(Math.min(Math.max(lasted, 0), roomDurations(context).connectionDuration)),
        endReason: endReasonOnWire(endReason, room.position),
        experienceType: pool.experienceType,
        ...(path && { path }),
      });
    },
    'note our thanks': assign({ thanksGiven: true }),
    'take our thanks back': assign({ thanksGiven: false }),
    'note their thanks': assign({ thanksReceived: true }),

    // Two people who meet in the circle's pool are a match already.
    'mark the partner of the circle': assign(({ context: { pool, circle } }) =>
      pool.poolType === 'myCircle' ? { circle: { ...circle, known: true, addedByMe: true, addedByOther: true } } : {},
    ),
    'note our circle request': assign(({ context: { circle } }) => ({ circle: { ...circle, pending: true, failed: false } })),
    'note the circle': assign(({ context, event }) => noted.knownCircle(event, context)),
    'note that it failed': assign(({ context: { circle } }) => ({ circle: { ...circle, pending: false, failed: true } })),
    'note their add': assign(({ context: { circle } }) => ({ circle: { ...circle, addedByOther: true } })),
  },
});
