import type common from '../locales/en/common.json';

/** The public pages, by their paths; each is prerendered in every language. */
export const publicPages = {
  '/': undefined,
  '/about': 'about',
  '/howtouse': 'howtouse',
  '/faq': 'faq',
  '/communityguidelines': 'communityguidelines',
  '/gatherings': 'gatherings',
  '/terms': 'terms',
  '/privacy': 'privacy',
  '/accessibility': 'accessibility',
  '/helplines': 'helplines',
  '/imprint': 'imprint',
} as const satisfies Record<string, keyof (typeof common)['pages'] | undefined>;

export type PublicPath = keyof typeof publicPages;
