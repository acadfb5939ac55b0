import type { Bug } from '../bug.ts';

const randomising = 'packages/contract/src/feelings.test.ts';
const answers = 'apps/web/src/feelings/answers.test.ts';
const die = 'apps/web/src/feelings/die.test.ts';
const rules = 'apps/server/src/feelings/rules.test.ts';
const server = 'apps/server/src/feelings/feelings.integration.test.ts';
const story = 'verification/e2e/stories/feelings.spec.ts';

/** Whether it helps: two taps, randomised on the device, and what is published. */
export const feelings: readonly Bug[] = [
  {
    name: 'the die tells the truth on four of its faces',
    file: 'packages/contract/src/feelings.ts',
    from: 'changes[face - lastTrueFace - 1] ?? truth',
    to: 'changes[face - lastTrueFace - 2] ?? truth',
    suite: randomising,
  },
  {
    name: 'what was randomised is randomised once more',
    file: 'apps/web/src/feelings/answers.ts',
    from: 'randomised(changeOf(before, after), die)',
    to: 'randomised(randomised(changeOf(before, after), die), die)',
    suite: answers,
  },
  {
    name: 'a second answer replaces the one that is kept',
    file: 'apps/web/src/feelings/answers.ts',
    from: 'if (!unsent.all().some(([room]) => room === roomID)) unsent.add',
    to: 'unsent.add',
    suite: answers,
  },
  {
    name: 'an answer that found no server is forgotten',
    file: 'apps/web/src/feelings/answers.ts',
    from: "if (outcome === 'settled') unsent.remove(roomID);",
    to: 'unsent.remove(roomID);',
    suite: answers,
  },
  {
    name: 'the die favours its lower faces',
    file: 'apps/web/src/feelings/die.ts',
    from: 'if (value < fairValues)',
    to: 'if (value <= fairValues)',
    suite: die,
  },
  {
    name: 'a minute that was ended early is asked about',
    file: 'apps/web/src/encounters/screens/digesting.tsx',
    from: '{isWhole && feelings && <',
    to: '{feelings && <',
    suite: story,
    test: 'a minute that is ended early is not asked about',
  },
  {
    name: 'the share of truthful answers is mistaken for that of random ones in the estimate',
    file: 'apps/server/src/feelings/rules.ts',
    from: '(observed(change) - (1 - truthShare) / changes.length) / truthShare',
    to: '(observed(change) - truthShare) / truthShare',
    suite: rules,
  },
  {
    name: 'the interval of the effect is that of the randomised answers',
    file: 'apps/server/src/feelings/rules.ts',
    from: '(z * Math.sqrt(variance)) / truthShare',
    to: 'z * Math.sqrt(variance)',
    suite: rules,
  },
  {
    name: '49 answers are published',
    file: 'packages/contract/src/feelings.ts',
    from: 'export const fewestAnswers = 50;',
    to: 'export const fewestAnswers = 49;',
    suite: rules,
  },
  {
    name: 'once 50 answers are published, each later week is, however few there are',
    file: 'apps/server/src/feelings/rules.ts',
    from: 'if (sumOf(waiting) < fewestAnswers) continue;',
    to: 'if (sumOf(waiting) + sumOf(answers) < fewestAnswers) continue;',
    suite: rules,
  },
  {
    name: 'the answers of the current week are published one by one',
    file: 'apps/server/src/feelings/service.ts',
    from: 'weekOf(clock.now() - settling)',
    to: "'9999'",
    suite: server,
  },
  {
    name: 'a repeated answer counts again',
    file: 'apps/server/src/feelings/service.ts',
    from: 'if (!(await store.answered(tx, { roomID, accountId, endedAt: new Date(endedAt) }))) return;',
    to: 'await store.answered(tx, { roomID, accountId, endedAt: new Date(endedAt) });',
    suite: server,
  },
  {
    name: 'a minute that was ended by one of the two is counted',
    file: 'apps/server/src/encounters/afterwards.ts',
    from: 'if (!completed || experienceType !== minuteType)',
    to: 'if (experienceType !== minuteType)',
    suite: server,
  },
  {
    name: 'when an answer came is stored with the account',
    file: 'apps/server/src/feelings/service.ts',
    from: 'endedAt: new Date(endedAt) }',
    to: 'endedAt: new Date(now) }',
    suite: server,
  },
  {
    name: 'each kind of answer has a row of its own, which tells the last one of a person',
    file: 'apps/server/src/feelings/store.ts',
    from: '.values({ week, ...one })',
    to: '.values({ week: `${week} ${change}`, ...one })',
    suite: server,
  },
  {
    name: 'an answer is accepted when it is forgotten whether there was one',
    file: 'apps/server/src/feelings/service.ts',
    from: "    if (now - endedAt > durations.feelingsWindow) throw new AppError('message_not_allowed');\n",
    to: '',
    suite: server,
  },
];
