import type { TextsOfPart } from '../platform/i18n.ts';

/** The texts of the two taps. */
export const feelingTexts: TextsOfPart = {
  marker: 'feelings',
  ...{ en: () => import('texts:en/feelings'), fr: () => import('texts:fr/feelings'), de: () => import('texts:de/feelings') },
  ...{ it: () => import('texts:it/feelings'), pt: () => import('texts:pt/feelings'), es: () => import('texts:es/feelings') },
};
