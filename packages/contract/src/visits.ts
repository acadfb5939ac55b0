import * as z from 'zod/mini';
import { nothing, success } from './accounts.ts';
import { defineCall } from './call.ts';
import { languages } from './languages.ts';
import { countedPages, visitEvents, visitorKinds, visitPath } from './visit-events.ts';

export const noteVisit = defineCall({
  method: 'POST',
  path: visitPath,
  audience: 'anyone',
  summary: 'Counts a page that was opened or a step that was taken. Kept for 90 days, without saying by whom.',
  params: nothing,
  body: z.object({
    event: z.enum(visitEvents),
    page: z.enum(countedPages),
    language: z.enum(languages),
    by: z.enum(visitorKinds),
  }),
  answer: success,
  errors: [],
});
