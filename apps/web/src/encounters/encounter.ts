import {
  acceptedGuidance,
  countersFromWire,
  hidePositionGuideline,
  rejectedGuidance,
  type User,
} from '@unspoken/contract/accounts';
import type { Call } from '@unspoken/contract/call';
import { selectedExperienceData } from '@unspoken/contract/catalogue';
import { addToMyCircle, checkPartnerCircle, removeFromMyCircle } from '@unspoken/contract/circle';
import { cameraFailure, iceServers, wireAdditions } from '@unspoken/contract/encounters';
import { planFrom } from '@unspoken/contract/experience-plan';
import { type EncounterActor, encounterMachine, userStateOf } from '@unspoken/encounter/machine';
import type { Person } from '@unspoken/encounter/model';
import { groupOf } from '@unspoken/encounter/noted';
import type { Ports } from '@unspoken/encounter/ports';
import { isExperienced, isPausedSearch } from '@unspoken/encounter/rules';
import { ServerClock } from '@unspoken/encounter/server-clock';
import i18next from 'i18next';
import { createActor } from 'xstate';
import { subscribeToAsks } from '../experiences/asks.ts';
import { watchInvitation } from '../experiences/invitation.ts';
import { sendUnsent } from '../feelings/unsent.ts';
import { gatheringChange } from '../gatherings/changes.ts';
import { spacePath } from '../gatherings/space-path.ts';
import { keepBadgeCurrent } from '../install/badge.ts';
import { isInstalled } from '../install/home-screen.ts';
import { reporting } from '../moderation/reporting.ts';
import { lastShown } from '../notifications/last-shown.ts';
import { subscribeToRings } from '../notifications/rings.ts';
import { agent } from '../platform/agent.ts';
import { call } from '../platform/api.ts';
import type { Configuration } from '../platform/configuration.ts';
import { freshID } from '../platform/fresh-id.ts';
import { openSocket } from '../platform/socket.ts';
import { refreshSession, signOut } from '../session/session.ts';
import { noteActivity } from './activity.ts';
import { browserCamera } from './camera.ts';
import { rememberCameraFailure } from './camera-failure.ts';
import { browserClock as clock } from './clock.ts';
import { encounter, isSearching, openNow, peopleCount, realtimeReady, roomOpens, searchedSpace, userState } from './current.ts';
import { browserMicrophone } from './microphone.ts';
import { origin } from './origin.ts';
import { browserPeer } from './peer.ts';
import { prepareSound, signalPairing } from './signs/sound.ts';
import { browserSound } from './sound.ts';
import { tabMemory } from './tab-memory.ts';
import { keepAwake } from './wake-lock.ts';
import { browserWindow } from './window/choice.ts';
import { browserWishes } from './wishes.ts';

const personOf = (user: User): Person => ({
  guidanceAccepted: user.HMGuidance1Accepted,
  experienced: isExperienced(countersFromWire(user)),
  showPositionGuideline: user.showPositionGuideline,
  circleMatched: user.myCircleMatched,
  isNew: user.completedMinutes === 0,
  guest: user.role === 'experienceGuest',
});

/** Calls whose failure is only logged: the user need not know of it. */
const callInBackground = (endpoint: Call, body?: object) =>
  void call(endpoint, body ? { body: body as never } : {}).catch((error: Error) =>
    console.warn(`${endpoint.path}: ${error.message}`),
  );

const circleCalls = { check: checkPartnerCircle, add: addToMyCircle, remove: removeFromMyCircle } as const;

/** Full screen is kept only by an end that leads to the thank-you step. Source: requirements/encounter 15. */
function leaveFullScreen(): void {
  if (document.fullscreenElement) void document.exitFullscreen().catch(() => {});
}

/** Calls `then` at once, or when the report form that is open has been sent or closed. */
function onceReported(then: () => void): void {
  if (reporting.get() === undefined) {
    then();
    return;
  }
  const stop = reporting.subscribe(() => {
    stop();
    then();
  });
}

/** Starts the encounter machine of this page for a member; returns the function that stops it. */
export function start(user: User, { durations, additions }: Pick<Configuration, 'durations' | 'additions'>): () => void {
  const socket = openSocket(() => void refreshSession());
  const serverClock = new ServerClock({ clock, socket });
  const ports: Ports = {
    clock,
    socket,
    serverClock,
    camera: browserCamera,
    window: browserWindow(additions.includes('window')),
    microphone: browserMicrophone,
    sound: browserSound,
    peer: browserPeer,
    additions: wireAdditions.filter((each) => additions.includes(each)),
    freshID,
    agent,
    callFor: (pool) => lastShown.callFor(pool, performance.now()),
    tab: tabMemory,
    wishes: browserWishes(user.userId, additions),
    calls: {
      iceServers: () => call(iceServers),
      script: async (side) => {
        const data = await call(selectedExperienceData, { body: { ...side, language: i18next.language } });
        const name = data.isRehearsal ? i18next.t('scripts:rehearsal', { name: data.name }) : data.name;
        return { name, plan: planFrom(data, side.position) };
      },
      guidanceAccepted: () => callInBackground(acceptedGuidance),
      guidanceDeclined: () => callInBackground(rejectedGuidance),
      cameraFailed: (reason) => callInBackground(cameraFailure, { reason }),
      hidePositionGuideline: () => callInBackground(hidePositionGuideline),
      circle: (action, { roomID, position }) => call(circleCalls[action], { body: { roomID, position } }),
    },
  };
  const actor = createActor(encounterMachine, { clock, input: { ports, durations, person: personOf(user) } });
  socket.onCounts((counts) => peopleCount.set(counts));
  socket.onGathering((event) => gatheringChange.set(event));
  const stopRings = subscribeToRings(socket, actor);
  const stopAsks = subscribeToAsks(socket, user.userId, clock.now);
  const stopListening = socket.listen((event) => {
    if (event.type === 'socket connected') {
      serverClock.synchronise(5, 150);
      if (additions.includes('feelings')) sendUnsent(user.userId);
    }
    if (event.type === 'socket connected' || event.type === 'socket disconnected') realtimeReady.set(socket.isConnected());
    // What was heard last may no longer be so.
    if (event.type === 'socket disconnected') peopleCount.set(undefined);
  });
  let previousState = 'present';
  let wasFound = false;
  let hasBegun = false;
  let wasThanked = false;
  const subscription = actor.subscribe((snapshot) => {
    const state = userStateOf(snapshot);
    if (state === 'mediaDenied' && previousState !== 'mediaDenied') rememberCameraFailure(snapshot.context);
    document.body.dataset.userState = state;
    const group = groupOf(snapshot.context);
    searchedSpace.set(group === undefined ? undefined : spacePath(group));
    const waits = state === 'waiting' || isPausedSearch(snapshot.context);
    const searches = waits && snapshot.context.ownInvitationUntil === undefined;
    if (searches && !isSearching.get()) roomOpens.set(location.pathname === '/');
    userState.set(state);
    isSearching.set(searches);
    if (state === 'waiting' && previousState !== 'waiting') prepareSound();
    // A pairing counts once both have greeted: before that it may still fail.
    const isFound = state === 'enteringRoom';
    if (isFound && !wasFound) signalPairing();
    wasFound = isFound;
    if (!isFound) openNow.set(false);
    const { thanksReceived } = snapshot.context;
    if (thanksReceived && !wasThanked) navigator.vibrate?.(80);
    wasThanked = thanksReceived;
    // A report leads from the minute straight to the lobby.
    if (state === 'present' && ['connected', 'disconnected', 'mediaDenied'].includes(previousState)) leaveFullScreen();
    // By now the server has counted the encounter that has just ended.
    if (state !== previousState && (previousState === 'disconnected' || previousState === 'digesting')) void refreshSession();
    // A guest's session covers one minute. A pairing that failed before the minute leaves the invitation as it was.
    if (state === 'present' && hasBegun && snapshot.context.person.guest)
      queueMicrotask(() => onceReported(() => void signOut()));
    hasBegun = snapshot.context.startsAt !== undefined;
    previousState = state;
  });
  actor.start();
  const languageChanged = () => actor.send({ type: 'language changed' });
  i18next.on('languageChanged', languageChanged);
  const stopReportingActivity = reportActivity(actor);
  const stopWatching = watchInvitation(actor);
  const releaseWakeLock = keepAwake();
  const ownPool = () => {
    const { experienceType, poolType } = actor.getSnapshot().context.pool;
    return `${experienceType}:${poolType}`;
  };
  const stopBadge = isInstalled() ? keepBadgeCurrent({ counts: peopleCount, isSearching, ownPool }) : undefined;
  encounter.set(actor);
  return () => {
    encounter.set(undefined);
    peopleCount.set(undefined);
    userState.set('present');
    isSearching.set(false);
    roomOpens.set(false);
    searchedSpace.set(undefined);
    // The next user of the tab has begun nothing yet.
    origin.set('/');
    stopAsks();
    stopRings();
    realtimeReady.set(false);
    i18next.off('languageChanged', languageChanged);
    stopReportingActivity();
    stopWatching();
    releaseWakeLock();
    stopBadge?.();
    subscription.unsubscribe();
    actor.stop();
    stopListening();
    serverClock.stop();
    socket.close();
    delete document.body.dataset.userState;
  };
}

/** Reports to the machine whether the user is at the page. */
function reportActivity(actor: EncounterActor): () => void {
  const controller = new AbortController();
  const { signal } = controller;
  let lastActive = 0;
  let lastMoved = 0;
  const active = () => {
    const now = performance.now();
    noteActivity(now);
    if (now - lastActive < 10_000 && userStateOf(actor.getSnapshot()) !== 'absent') return;
    lastActive = now;
    actor.send({ type: 'person active' });
  };
  const moved = () => {
    const now = performance.now();
    if (now - lastMoved < 500) return;
    lastMoved = now;
    actor.send({ type: 'controls wanted' });
  };
  // A click too: assistive technology presses buttons without a pointer or a key.
  for (const event of ['pointerdown', 'keydown', 'click']) window.addEventListener(event, active, { signal, capture: true });
  for (const event of ['pointermove', 'pointerdown', 'keydown', 'focusin'])
    window.addEventListener(event, moved, { signal, passive: true });
  const reportVisibility = () => actor.send({ type: document.visibilityState === 'hidden' ? 'page hidden' : 'page shown' });
  document.addEventListener('visibilitychange', reportVisibility, { signal });
  // The page may have been opened in a background tab.
  reportVisibility();
  return () => controller.abort();
}

/** Passes a changed account to the machine. */
export const know = (user: User): void => encounter.get()?.send({ type: 'person known', person: personOf(user) });
