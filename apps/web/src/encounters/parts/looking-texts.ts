import type { TextsOfPart } from '../../platform/i18n.ts';

/** The texts of what stands beside the specified minute. */
export const lookingTexts: TextsOfPart = {
  marker: 'looking',
  ...{ en: () => import('texts:en/looking'), fr: () => import('texts:fr/looking'), de: () => import('texts:de/looking') },
  ...{ it: () => import('texts:it/looking'), pt: () => import('texts:pt/looking'), es: () => import('texts:es/looking') },
};
