import type { TextsOfPart } from '../../platform/i18n.ts';

/** The texts of the guard's question. */
export const guardTexts: TextsOfPart = {
  marker: 'guard',
  ...{ en: () => import('texts:en/guard'), fr: () => import('texts:fr/guard'), de: () => import('texts:de/guard') },
  ...{ it: () => import('texts:it/guard'), pt: () => import('texts:pt/guard'), es: () => import('texts:es/guard') },
};
