/** Beside the call, for pages that load no schemas. */
export const visitPath = '/api/v1/visit';

/** What is counted, and nothing else. */
export const visitEvents = ['page opened', 'join pressed', 'film played', 'film paused', 'film ended'] as const;
export type VisitEvent = (typeof visitEvents)[number];

/** The pages on which it is counted. Never on those of an encounter, an invitation, an account or a test. Source: decisions.md section 11. */
export const countedPages = [
  '/',
  '/about',
  '/howtouse',
  '/faq',
  '/communityguidelines',
  '/terms',
  '/privacy',
  '/privacychoices',
  '/accessibility',
  '/imprint',
] as const;
export type CountedPage = (typeof countedPages)[number];

/** Who came: only that much. */
export const visitorKinds = ['visitor', 'member', 'admin'] as const;
