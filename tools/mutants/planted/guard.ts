import type { Bug } from '../bug.ts';

const story = 'verification/e2e/stories/guard.spec.ts';
const config = 'apps/server/src/platform/config.test.ts';
const policy = 'apps/server/src/platform/http/policy.test.ts';
const folder = 'apps/web/src/encounters/guard';

/** The guard that stays at home. */
export const guard: readonly Bug[] = [
  {
    name: 'the guard is on where nobody has named it',
    file: 'apps/server/src/platform/config.ts',
    from: ".default(additions.filter((each) => each !== 'guard'))",
    to: '.default([...additions])',
    suite: config,
  },
  {
    name: 'the worker of the guard has the policy of every page',
    file: 'apps/server/src/platform/http/static.ts',
    from: "    if (own) void reply.header('content-security-policy', own[1]);\n",
    to: '',
    suite: policy,
  },
  {
    name: 'a detector of the operator may call the whole product',
    file: 'apps/server/src/platform/http/policy.ts',
    from: 'connect-src ${origin}/guard/;',
    to: 'connect-src ${origin}/;',
    suite: policy,
  },
  {
    name: 'an answer is forgotten, and asked for again',
    file: `${folder}/questions.ts`,
    from: '    if (this.#open) this.#answered.add(this.#open);\n',
    to: '',
    suite: `${folder}/questions.test.ts`,
  },
  {
    name: 'the guard asks as often as there is something',
    file: `${folder}/questions.ts`,
    from: ' || this.#asked >= most',
    to: '',
    suite: `${folder}/questions.test.ts`,
  },
  {
    name: 'frames that do not arrive are frozen',
    file: `${folder}/frozen.ts`,
    from: '!this.#first || isInterrupted ||',
    to: '!this.#first ||',
    suite: `${folder}/frozen.test.ts`,
  },
  {
    name: 'noise of a covered lens is something to see',
    file: `${folder}/statistics.ts`,
    from: 'const square = 4;',
    to: 'const square = 1;',
    suite: `${folder}/nothing.test.ts`,
  },
  {
    name: 'a person who rocks is asked about',
    file: `${folder}/loop.ts`,
    from: 'return !this.#hasRhythm(inside, lag);',
    to: 'return true;',
    suite: `${folder}/loop.test.ts`,
  },
  {
    name: 'a person who sits still is a film in a loop',
    file: `${folder}/loop.ts`,
    from: 'inside >= leastMovement && between',
    to: 'between',
    suite: `${folder}/loop.test.ts`,
  },
  {
    name: 'a camera that is moved is a film with cuts',
    file: `${folder}/cuts.ts`,
    from: 'before >= sameFrom && at <= otherUpTo && after >= sameFrom',
    to: 'at <= otherUpTo',
    suite: `${folder}/cuts.test.ts`,
  },
  {
    name: 'frames that were left out count as shown',
    file: `${folder}/cadence.ts`,
    from: 'sample.frame === last.frame + 1',
    to: 'sample.frame > last.frame',
    suite: `${folder}/cadence.test.ts`,
  },
  {
    name: 'under the veil the guard still asks',
    file: `${folder}/guard-question.tsx`,
    from: '      questions.withdraw();\n      setAsked(false);\n',
    to: '      questions.withdraw();\n',
    suite: story,
    test: 'the veil of the question',
  },
];
