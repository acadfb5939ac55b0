/** Apart from the call's definition, for pages that load no schemas. */
export const visitPath = '/api/v1/visit';

/** The only events that are counted. */
export const visitEvents = ['page opened', 'join pressed', 'film played', 'film paused', 'film ended'] as const;
export type VisitEvent = (typeof visitEvents)[number];

/**
 * The pages on which events are counted; never those of an encounter, an invitation, an account or a test.
 * Source: requirements/website 8.1.
 */
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

/** The only thing that is recorded about who came. */
export const visitorKinds = ['visitor', 'member', 'admin'] as const;
