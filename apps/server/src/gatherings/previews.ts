import type { Language } from '@unspoken/contract/languages';
import type { Preview } from '../platform/http/pages.ts';
import { type GatheringMails, whenOf } from './mails.ts';
import type { Schedule } from './schedule.ts';
import type { GatheringRow } from './store.ts';

/** The length of a description that search results and link previews show whole. */
const shown = 160;

const cut = (text: string): string => (text.length <= shown ? text : `${text.slice(0, shown - 1).replace(/\s+\S*$/, '')} …`);

interface PreviewsOptions {
  readonly schedule: Schedule;
  readonly mails: Pick<GatheringMails, 'titleOf'>;
}

/** What link previews show of a gathering. An unlisted one has none: its page reveals nothing to people who were only given its address. */
export class Previews {
  readonly #options: PreviewsOptions;
  constructor(options: PreviewsOptions) {
    this.#options = options;
  }

  /** The gathering of a public page that can be previewed. */
  async gathering(gatheringID: string): Promise<GatheringRow | undefined> {
    const row = await this.#options.schedule.find(gatheringID);
    return row?.state === 'approved' && row.listed ? row : undefined;
  }

  /** Name and time in words, in the zone for which the time was chosen. */
  texts(row: GatheringRow, language: Language): { readonly name: string; readonly when: string } {
    return { name: this.#options.mails.titleOf(row, language), when: whenOf(row.startsAt, row.zone, language) };
  }

  async of(pathname: string, language: Language): Promise<Preview | undefined> {
    const gatheringID = /^\/gathering\/([\w-]{1,100})$/.exec(pathname)?.[1];
    const row = gatheringID === undefined ? undefined : await this.gathering(gatheringID);
    if (!row) return undefined;
    const { name, when } = this.texts(row, language);
    return {
      title: name,
      description: cut([when, row.welcomeStatement.replaceAll(/\s+/g, ' ')].filter(Boolean).join('. ')),
      imagePath: `/api/v1/gatherings/${row.id}/card.png?lang=${language}`,
    };
  }
}
