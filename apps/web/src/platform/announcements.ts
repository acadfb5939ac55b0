import type common from '../../locales/en/common.json';
import { Observable } from './observable.ts';

/** Something that has just happened, shown on the next page. */
export interface Announcement {
  readonly text: keyof (typeof common)['announcements'];
  readonly kind: 'calm' | 'problem';
}

export const announcement = new Observable<Announcement | undefined>(undefined);

export const announce = (text: Announcement['text'], kind: Announcement['kind'] = 'calm'): void =>
  announcement.set({ text, kind });
