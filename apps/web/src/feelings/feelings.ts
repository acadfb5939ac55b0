/** The two taps of feeling, in one script that is loaded for users who have chosen to help. */
export { answersOf } from './browser-answers.ts';
export { FeelingAfter } from './feeling-after.tsx';
export { FeelingBefore } from './feeling-before.tsx';
export { feelingTexts } from './texts.ts';
