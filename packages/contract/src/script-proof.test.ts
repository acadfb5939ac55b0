import { expect, test } from 'vitest';
import { files, proven, voice } from './script-bed.ts';
import { mostFindings, proveScript, type ScriptRule, scriptLimits } from './script-proof.ts';
import { type Script, scriptSchema } from './scripts.ts';

const found = (change: Partial<Script>, known = files) =>
  proveScript({ ...proven, ...change }, known).map(({ rule, place, language }) =>
    [rule, place, language].filter(Boolean).join(' '),
  );

const text = (time: number, en: string, de = en) => ({ time, user1Instruction: { en, de }, user2Instruction: null });
const instructions = (...all: ReturnType<typeof text>[]) => ({ textInstructions: all });
const changes = (...all: [time: number, one: 'on' | 'off', two: 'on' | 'off'][]) => ({
  userAudioChanges: all.map(([time, user1Audio, user2Audio]) => ({ time, user1Audio, user2Audio })),
});
const voiceFrom = (start: number) => ({ mainAudio: { ...(proven.mainAudio as NonNullable<Script['mainAudio']>), start } });
const cues = (...all: { from: number; to: number; text: string }[]) => ({
  mainAudio: { start: 0, files: { en: { media: voice, cues: all }, de: { media: voice, cues: all } } },
});

test('a script that keeps every rule has no findings', () => {
  expect(found({})).toEqual([]);
});

/** Both sides of each limit: a change that keeps the rule, and one that just breaks it. */
const limits: readonly [ScriptRule, what: string, kept: Partial<Script>, broken: Partial<Script>][] = [
  ['SCR-1', 'a text ends with its phase', instructions(text(115_000, 'a')), instructions(text(115_100, 'a'))],
  ['SCR-1', 'a message ends with the connection', changes([116_000, 'off', 'off']), changes([116_100, 'off', 'off'])],
  ['SCR-2', 'a sound ends with its phase', voiceFrom(90_000), voiceFrom(90_100)],
  [
    'SCR-3',
    'changes are in order',
    changes([40_000, 'off', 'off'], [40_100, 'off', 'off']),
    changes([40_000, 'off', 'off'], [40_000, 'off', 'off']),
  ],
  [
    'SCR-3',
    'a window lasts',
    changes([40_000, 'on', 'off'], [45_000, 'off', 'off']),
    changes([40_000, 'on', 'off'], [44_900, 'off', 'off']),
  ],
  [
    'SCR-3',
    'microphones are off before the end',
    { ...changes([40_000, 'off', 'on'], [119_000, 'off', 'off']), connectionDuration: 123_000 },
    { ...changes([40_000, 'off', 'on'], [119_000, 'off', 'off']), connectionDuration: 119_900 },
  ],
  ['SCR-5', 'a text has 75 characters', instructions(text(40_000, '🙂'.repeat(75))), instructions(text(40_000, '🙂'.repeat(76)))],
  [
    'SCR-5',
    'texts of a side keep their distance',
    instructions(text(40_000, 'a'), text(45_000, 'b')),
    instructions(text(40_000, 'a'), text(44_900, 'b')),
  ],
  [
    'SCR-7',
    'a subtitle can be read in its time',
    cues({ from: 0, to: 1_000, text: 'a'.repeat(17) }),
    cues({ from: 0, to: 1_000, text: 'a'.repeat(18) }),
  ],
  [
    'SCR-7',
    'a line has 42 characters',
    cues({ from: 0, to: 9_000, text: `${'a'.repeat(42)}\n${'b'.repeat(42)}` }),
    cues({ from: 0, to: 9_000, text: 'a'.repeat(43) }),
  ],
  [
    'SCR-7',
    'a subtitle has two lines',
    cues({ from: 0, to: 9_000, text: 'a\nb' }),
    cues({ from: 0, to: 9_000, text: 'a\nb\nc' }),
  ],
  [
    'SCR-7',
    'a subtitle ends with the file',
    cues({ from: 20_000, to: 30_000, text: 'a' }),
    cues({ from: 20_000, to: 30_100, text: 'a' }),
  ],
  [
    'SCR-7',
    'subtitles do not overlap',
    cues({ from: 0, to: 1_000, text: 'a' }, { from: 1_000, to: 2_000, text: 'b' }),
    cues({ from: 0, to: 1_000, text: 'a' }, { from: 900, to: 2_000, text: 'b' }),
  ],
  [
    'SCR-8',
    'five digits are no number to call',
    instructions(text(40_000, 'Count: 12345')),
    instructions(text(40_000, 'Call 030 123-456')),
  ],
  ...(['introDuration', 'connectionDuration', 'afterConnectionDuration'] as const).flatMap((name): (typeof limits)[number][] => {
    const [least, most] = scriptLimits[name];
    const quiet = {
      introTextInstructions: [],
      textInstructions: [],
      userAudioChanges: [],
      introAudio: undefined,
      mainAudio: undefined,
    };
    return [
      ['SCR-9', `${name} is long enough`, { ...quiet, [name]: least }, { ...quiet, [name]: least - 100 }],
      ['SCR-9', `${name} is short enough`, { ...quiet, [name]: most }, { ...quiet, [name]: most + 100 }],
    ];
  }),
];

test.each(limits)('%s: %s', (rule, _, kept, broken) => {
  const of = (change: Partial<Script>) => proveScript({ ...proven, ...change }, files).filter((finding) => finding.rule === rule);
  expect(of(kept)).toEqual([]);
  expect(of(broken)).not.toEqual([]);
});

test('SCR-3: a window that begins with the connection is long enough, and ends before it does', () => {
  expect(found({ userAudioFromStart: true, userAudioChanges: [] })).toEqual(['SCR-3 user1Audio.0', 'SCR-3 user2Audio.0']);
  expect(found({ userAudioFromStart: true, ...changes([5_000, 'off', 'off']) })).toEqual([]);
  expect(found({ userAudioFromStart: true, ...changes([4_900, 'off', 'off']) })).toEqual([
    'SCR-3 user1Audio.0',
    'SCR-3 user2Audio.0',
  ]);
});

test('SCR-4: both sides are addressed within 20 s of the start of the intro, by a text or by words that are heard', () => {
  const intro = { introTextInstructions: [], introAudio: undefined };
  // The intro lasts 20 s: the voice begins 2 s later for both.
  expect(found(intro)).toEqual([
    'SCR-4 user1Instruction en',
    'SCR-4 user1Instruction de',
    'SCR-4 user2Instruction en',
    'SCR-4 user2Instruction de',
  ]);
  expect(found({ ...intro, introDuration: 18_000 })).toEqual([]);
  expect(found({ ...intro, introDuration: 18_100 })).toEqual([
    'SCR-4 user1Instruction en',
    'SCR-4 user1Instruction de',
    'SCR-4 user2Instruction en',
    'SCR-4 user2Instruction de',
  ]);
  const onlyOne = [{ time: 5_000, user1Instruction: null, user2Instruction: { en: 'a', de: 'a' } }];
  expect(found({ ...intro, introTextInstructions: onlyOne })).toEqual(['SCR-4 user1Instruction en', 'SCR-4 user1Instruction de']);
});

test('SCR-5: texts of two sides may follow one another at once', () => {
  expect(
    found({
      textInstructions: [text(40_000, 'a'), { time: 40_100, user1Instruction: null, user2Instruction: { en: 'b', de: 'b' } }],
    }),
  ).toEqual([]);
});

test('SCR-6: a declared language is whole, and no other is in the script', () => {
  expect(found({ languages: ['en', 'de', 'fr'] }).filter((each) => each.startsWith('SCR-6 name'))).toEqual(['SCR-6 name fr']);
  expect(found({ languages: ['en', 'de', 'fr'] })).toContain('SCR-6 userAudioChanges.1.user2Message fr');
  expect(found({ languages: ['en', 'de', 'fr'] })).toContain('SCR-6 mainAudio fr');
  expect(found({ languages: ['en', 'de', 'fr'] })).not.toContain('SCR-6 introAudio fr');
  expect(found({ name: { ...proven.name, it: 'Tre domande' } })).toEqual(['SCR-6 name it']);
  expect(found({ sourceLanguage: 'fr' })).toContain('SCR-6 sourceLanguage');
});

test('the subtitles of a video of one’s own keep the same rules, in every language', () => {
  const film = 'f'.repeat(32);
  const video = (to: number, text: string, inGerman = true) => {
    const cue = [{ from: 0, to, text }];
    return { video: { url: film, title: { en: 'Film', de: 'Film' }, captions: { en: cue, ...(inGerman && { de: cue }) } } };
  };
  const known = new Map([...files, [film, { kind: 'video', isReady: true, isOwn: true, duration: 9_000 }]] as const);
  expect(found(video(9_000, 'Look.'), known)).toEqual([]);
  expect(found(video(9_100, 'Look.'), known)).toEqual(['SCR-7 video.cues.0 en', 'SCR-7 video.cues.0 de']);
  expect(found(video(9_000, 'Look.', false), known)).toEqual(['SCR-6 video.captions de']);
  expect(found(video(9_000, 'Write to me@example.org'), known)).toEqual(['SCR-8 video.captions en', 'SCR-8 video.captions de']);
});

test('SCR-7: a sound without subtitles is described', () => {
  expect(found({ introAudio: { ...(proven.introAudio as NonNullable<Script['introAudio']>), description: undefined } })).toEqual([
    'SCR-7 introAudio en',
  ]);
});

test.each([
  'discord.gg/abc',
  'youtu.be/abc',
  'my-site.ch',
  'example.co.uk',
  'Write to ann@example.org',
  'See https://example.org',
  'www.example',
  'Find me on example.com',
  '+49 (30) 901820',
])('SCR-8: "%s" leads elsewhere, in a text, a subtitle, a name and a message', (words) => {
  const all = { en: words, de: 'a' };
  expect(found(instructions({ ...text(40_000, 'a'), user1Instruction: all }))).toEqual([
    'SCR-8 textInstructions.0.user1Instruction en',
  ]);
  expect(found({ name: all })).toEqual(['SCR-8 name en']);
  expect(found({ description: all })).toEqual(['SCR-8 description en']);
  expect(found(cues({ from: 0, to: 20_000, text: words }))).toEqual(['SCR-8 mainAudio en', 'SCR-8 mainAudio de']);
  expect(found({ userAudioChanges: [{ time: 40_000, user1Audio: 'off', user2Audio: 'off', user1Message: all }] })).toEqual([
    'SCR-8 userAudioChanges.0.user1Message en',
  ]);
});

test('a script in which everything is wrong has 300 findings', () => {
  const long = Array.from({ length: 151 }, (_, i) => ({ ...text(i * 100, 'x'.repeat(76)), user2Instruction: null }));
  const broken = { textInstructions: long, connectionDuration: 1_200_000 };
  expect(proveScript({ ...proven, ...broken }, files)).toHaveLength(mostFindings);
});

test.each(['a', 'a-', '1(', 'a.', '1 '])('a word of %j without an end is read once', (piece) => {
  // Quadratic reading of 200,000 characters would take minutes.
  const words = piece.repeat(200_000).slice(0, 200_000);
  proveScript({ ...proven, description: { en: words, de: words } }, files);
});

test('SCR-10: every file is ready and the author’s own', () => {
  const without = (change: object) =>
    new Map([...files, [voice, { isReady: true, isOwn: true, duration: 30_000, kind: 'sound' as const, ...change }]]);
  for (const change of [{ kind: 'image' as const }, { isReady: false }, { isOwn: false }, { duration: undefined }])
    expect(found({}, without(change))).toEqual(['SCR-10 mainAudio en', 'SCR-10 mainAudio de']);
  expect(found({ backgroundImage: 'f'.repeat(32) })).toEqual(['SCR-10 backgroundImage']);
  expect(found({ video: { url: 'f'.repeat(32), title: { en: 'a', de: 'a' } } })).toEqual(['SCR-10 video']);
  expect(found({ video: { url: 'https://example.org/film', title: { en: 'a', de: 'a' } } })).toEqual([]);
});

test('a longer file than can be decoded is refused', () => {
  const known = (duration: number) =>
    new Map([...files, [voice, { isReady: true, isOwn: true, duration, kind: 'sound' as const }]]);
  const long = { connectionDuration: 1_200_000 };
  expect([found(long, known(720_000)), found(long, known(720_100))]).toEqual([[], ['SCR-2 mainAudio en', 'SCR-2 mainAudio de']]);
});

test.each([
  ['a time between two steps', { introDuration: 20_050 }],
  ['a negative time', { textInstructions: [text(-100, 'a')] }],
  ['a control character', { name: { en: 'a\u0007' } }],
  ['a line break in a title', { name: { en: 'a\nb' } }],
  ['an empty text', { name: { en: '' } }],
  ['an unknown language', { name: { xx: 'a' } }],
  ['a language twice', { languages: ['en', 'en'] }],
  ['a colour by its name', { backgroundColor: 'red' }],
  ['a link without encryption', { video: { url: 'http://example.org', title: { en: 'a' } } }],
  ['a microphone that is neither', { userAudioChanges: [{ time: 0, user1Audio: 'loud', user2Audio: 'off' }] }],
])('%s is no script', (_, change) => {
  expect(scriptSchema.safeParse({ ...proven, ...change }).success).toBe(false);
});

test.each([
  'Count 10 9 8 7 6 5',
  'Breathe in for 4, out for 6.',
  'It is 20:30.',
  'e.g. a tree',
  'Look … and wait.',
  'No.Yes',
  'A minute. Then another.',
])('SCR-8: "%s" leads nowhere', (words) => {
  expect(found({ name: { en: words, de: 'a' } }).filter((each) => each.startsWith('SCR-8'))).toEqual(
    words === 'No.Yes' ? ['SCR-8 name en'] : [],
  );
});

test('SCR-4: words that are heard count in their own language only', () => {
  const cue = (from: number) => ({ media: voice, cues: [{ from, to: from + 4_000, text: 'a' }] });
  const mainAudio = { start: 0, files: { en: cue(0), de: cue(20_000) } };
  const quiet = { introTextInstructions: [], introAudio: undefined, textInstructions: [], introDuration: 18_000, mainAudio };
  expect(found(quiet)).toEqual(['SCR-4 user1Instruction de', 'SCR-4 user2Instruction de']);
});

test('SCR-5: a message about the microphone has 75 characters as well', () => {
  const message = (length: number) => ({
    userAudioChanges: [
      { time: 40_000, user1Audio: 'off' as const, user2Audio: 'off' as const, user1Message: { en: 'a'.repeat(length), de: 'a' } },
    ],
  });
  expect([found(message(75)), found(message(76))]).toEqual([[], ['SCR-5 userAudioChanges.0.user1Message en']]);
});
