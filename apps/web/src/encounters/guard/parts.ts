/** The guard, in one script that is loaded where it is offered. */
export { GuardQuestion } from './guard-question.tsx';
export { guardTexts } from './guard-texts.ts';
