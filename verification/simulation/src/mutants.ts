/**
 * Bugs put in on purpose, one at a time, to prove that the simulation detects them: each replaces one real part by a broken
 * one. Nothing outside the simulation knows of them. Each is listed with the promises of which one must be found broken.
 * They are implemented in `mutants-*.ts`.
 */
const inOneProcess = {
  // Pairing.
  'paired people stay queued': ['A1'],
  'a person is paired with themselves': ['A2'],
  'avoidance is one-sided': ['A5'],
  'the hour is half an hour': ['A5'],
  'the last to join is paired first': ['A8'],
  'a cancel is acknowledged before it is done': ['A10'],
  'entries without a socket go on waiting': ['A9'],
  'a dissolved pair loses its position': ['A8'],
  'a dissolved pair is forgotten': ['A8'],
  'the circle’s pool considers only the joining person': ['A3'],
  'the circle is read only once': ['A3'],
  'reports are read only once': ['A4'],
  // Rooms.
  'a stranger may send into a room': ['B3'],
  'a message is echoed to its sender': ['B1'],
  'messages pass after the end': ['B3'],
  'each side has its own start': ['A11'],
  'the start is named before both see': ['A11'],
  'a frozen picture counts as a moving one': ['A11'],
  'the minute is cut short': ['A11'],
  'the two ends do not agree': ['A14'],
  'the end is sent to one side only': ['A7'],
  'an unanswered hello is waited for': ['A7'],
  'a vanished side is waited for': ['A7', 'A12'],
  'missed messages are not repeated': ['A11', 'A12', 'A14', 'A7'],
  'both have the same position': ['A2'],
  'a room opens without a record': ['C1'],
  'a reload is another tab’s too': ['A1', 'A8'],
  'a side that returns in time is given up all the same': ['A7'],
  'a reported picture is ignored': ['A7', 'A14'],
  'a Start is not recorded': ['A7', 'A14'],
  // Facts.
  'the counter trusts the client': ['C3'],
  'every ended minute counts': ['C3'],
  'a thank counts twice': ['C4'],
  'an add is forgotten': ['C5'],
  'a removal is forgotten': ['C5', 'A3'],
  'a report separates nobody': ['A4'],
  // Presence.
  'closed sockets are counted': ['D1'],
  'a person is counted once for each tab': ['D1'],
} as const satisfies Record<string, readonly string[]>;
/** The mutants that show only in rooms with scripts. */
const inExperiences = {
  // Versions and tries.
  'a page is sent the newest version': ['ENC-30'],
  'a try is not claimed': ['EXP-25'],
  'a try is claimed outside of its transaction': ['EXP-26'],
  'a try stays claimed when its process dies': ['EXP-26'],
  'a try is used up by the partner’s end': ['EXP-26'],
  // The script on the two pages.
  'each side has its own intro': ['ENC-31'],
  'the intro begins with one’s own Start': ['SIDE-50'],
  'the script runs by the local clock': ['SIDE-50', 'A11', 'A12'],
  'sounds are played late': ['SIDE-50'],
  'the two sides of a script are swapped': ['EXP-28', 'ENC-35'],
  'the language is that of the first script': ['EXP-28'],
  'a language that is missing stays empty': ['EXP-28'],
  // Microphones.
  'the partner is heard outside their windows': ['SIDE-52'],
  'a microphone is sent outside its windows': ['SIDE-51'],
  'sound is asked for after the last window': ['ENC-35'],
} as const satisfies Record<string, readonly string[]>;
/** The mutants that show only where gatherings take place. */
const inGatherings = {
  'a group space is open to everybody': ['GAT-11'],
  'nobody is refused at the end of a gathering': ['GAT-12'],
  'those met in a gathering are not avoided': ['MAT-32'],
  'the last partner is avoided no longer than others': ['MAT-32'],
  'a stand-in is paired like everybody else': ['MAT-33'],
} as const satisfies Record<string, readonly string[]>;
/** The mutants that show only where there are portrait windows. */
const inWindows = {
  'a reload forgets the window': ['SIDE-72'],
  'a camera that is not framed says that it is': ['SIDE-72'],
} as const satisfies Record<string, readonly string[]>;
/** The mutants that show only where there are veils. */
const inVeils = {
  'a picture is sent under the veil': ['SIDE-73'],
  'a veil is lifted by one of the two': ['SIDE-73'],
  'a veil is not passed on': ['SIDE-75'],
} as const satisfies Record<string, readonly string[]>;
/** The mutants that show only where pictures can be soft. */
const inSoftness = {
  'a soft picture is sent clearly': ['SIDE-76'],
  'one of the two makes both clear': ['SIDE-76'],
  'a wish for soft pictures is not passed on': ['SIDE-77'],
} as const satisfies Record<string, readonly string[]>;
/** The mutants that show only where there are short meetings and welcomers. */
const inWelcoming = {
  'a short meeting counts as a minute': ['C3'],
  'what the joining person agrees to is ignored': ['MAT-40'],
  'a newcomer waits for nobody': ['MAT-41'],
  'others are passed over for as long as they wait': ['MAT-41'],
} as const satisfies Record<string, readonly string[]>;
/** The mutants that show only where several processes share the matchmaking state. */
const inSeveralProcesses = {
  'nobody takes over from a dead process': ['A1', 'A7', 'A8', 'A9', 'A12'],
  'lost state stays lost': ['A7', 'A8'],
  'sockets do not rejoin a process that was away': ['A7'],
  'each process has its own time': ['A7', 'A8', 'A11', 'D1'],
} as const satisfies Record<string, readonly string[]>;
/** Those that need both. */
const inExperiencesOfSeveral = {
  'a room that is taken over gets the newest version': ['ENC-30'],
} as const satisfies Record<string, readonly string[]>;
const all = {
  ...inOneProcess,
  ...inExperiences,
  ...inGatherings,
  ...inWindows,
  ...inVeils,
  ...inSoftness,
  ...inWelcoming,
  ...inSeveralProcesses,
  ...inExperiencesOfSeveral,
};
export type Mutant = keyof typeof all;
export const promisesOf = all as Readonly<Record<Mutant, readonly string[]>>;
export const mutants = Object.keys(promisesOf) as Mutant[];
/** Mutants that show only after many encounters, or in slow worlds; they are looked for by `npm run test:all`. */
export const rareMutants: readonly Mutant[] = [
  'the circle is read only once',
  'missed messages are not repeated',
  'lost state stays lost',
  'the hour is half an hour',
  'a cancel is acknowledged before it is done',
  'a dissolved pair is forgotten',
  'the circle’s pool considers only the joining person',
  'an add is forgotten',
  'nobody takes over from a dead process',
];
export const isBetween = (mutant: Mutant): boolean => mutant in inSeveralProcesses || mutant in inExperiencesOfSeveral;
export const isScripted = (mutant: Mutant): boolean => mutant in inExperiences || mutant in inExperiencesOfSeveral;
export const isGathered = (mutant: Mutant): boolean => mutant in inGatherings;
export const isFramed = (mutant: Mutant): boolean => mutant in inWindows;
export const isVeiled = (mutant: Mutant): boolean => mutant in inVeils;
export const isWelcoming = (mutant: Mutant): boolean => mutant in inWelcoming;
export const isSoftened = (mutant: Mutant): boolean => mutant in inSoftness;
