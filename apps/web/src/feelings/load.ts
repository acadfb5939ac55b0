/** Loads what the two taps need. In one place: each place that loads a script names all that comes with it. */
export const loadFeelings = () => import('./feelings.ts');
