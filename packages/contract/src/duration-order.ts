import type { Durations } from './durations.ts';

/** What must come before what, and why. Sums are of durations that follow one another; equal durations are in order. */
const orders: readonly (readonly [why: string, earlier: (keyof Durations)[], later: (keyof Durations)[]])[] = [
  ['a lost socket is noticed before its side is given up', ['socketPing', 'socketPingTimeout'], ['rejoinBeforeConnected']],
  ['a side may rejoin for longer once the minute has begun', ['rejoinBeforeConnected'], ['rejoinConnected']],
  ['an interrupted picture is reported before a new connection is tried', ['frameLost'], ['reconnectAfter']],
  ['a new connection is tried before the encounter ends', ['reconnectAfter'], ['frameTimeout']],
  ['a side that may still rejoin is not given up for its picture', ['rejoinConnected'], ['frameTimeout']],
  ['a lost picture is noticed within the minute', ['frameTimeout'], ['connectionDuration']],
  ['the warning comes before the time for Start is over', ['startWarning'], ['peerNotReadyTimeout']],
  ['Start times out on a client before the server ends the room', ['peerNotReadyTimeout'], ['readyLimit']],
  ['the Start button appears before its time-out', ['startButtonDelay'], ['peerNotReadyTimeout']],
  ['a request is repeated before its answer is given up', ['requestRetry'], ['matchmakerAnswer']],
  ['a pairing is greeted within the time for pairing', ['peerNoAnswerTimeout'], ['pairingTimeout']],
  ['a search that timed out is resumed before its overall limit', ['pairingTimeout', 'keepWaiting'], ['searchLimit']],
  ['an announcement is repeated before it is no longer shown', ['gettingReadyInterval'], ['gettingReadyShown']],
  ['a position is reserved longer than one announcement is shown', ['gettingReadyShown'], ['gettingReadyLimit']],
  ['in a gathering the last partner is avoided for longest', ['gatheringRepeatAfter'], ['gatheringLastAfter']],
  ['in a gathering a repeat is allowed within the time for pairing', ['gatheringLastAfter'], ['pairingTimeout']],
  ['a short meeting is shorter than a medium one', ['shortMeeting'], ['mediumMeeting']],
  ['a medium meeting is shorter than the minute', ['mediumMeeting'], ['connectionDuration']],
  ['a newcomer has waited for a welcomer within the time for pairing', ['welcomeWait'], ['pairingTimeout']],
  ['a stand-in comes within the time for pairing', ['standInAfter'], ['pairingTimeout']],
  ['presence is reported before its lease ends', ['presenceEmission'], ['presenceLease']],
  ['a process renews its lease before it ends', ['heartbeatInterval'], ['nodeLease']],
  ['a minute that runs on another process is taken over before its sides are given up', ['nodeLease'], ['rejoinConnected']],
  ['credentials of a relay are renewed before they end', ['iceRefresh'], ['credentialLife']],
  ['that an answer was given is kept for longer than one is accepted', ['feelingsWindow'], ['feelingsRetention']],
  ['the limit for headers is within that for the whole request', ['requestHeaders'], ['requestWhole']],
];

/** The relations that a table of durations breaks: none, for one that the product can run with. */
export const brokenOrders = (durations: Durations): readonly string[] =>
  orders.flatMap(([why, earlier, later]) => {
    const sum = (names: readonly (keyof Durations)[]) => names.reduce((total, name) => total + durations[name], 0);
    return sum(earlier) <= sum(later) ? [] : [why];
  });
