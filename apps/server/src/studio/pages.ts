import type { AnswerOf, BodyOf } from '@unspoken/contract/call';
import { AppError } from '@unspoken/contract/errors';
import type { ownStudio, updateProfile } from '@unspoken/contract/studio';
import type { AuthoringStore, CatalogueStore } from '../experiences/service.ts';
import type { Drafts } from './drafts.ts';

export interface PagesOptions {
  readonly store: AuthoringStore;
  readonly catalogue: Pick<CatalogueStore, 'facilitatorOf' | 'files'>;
  readonly drafts: Pick<Drafts, 'author'>;
  /** Called after the commit. */
  readonly changed: () => Promise<void>;
}

/** The pages of facilitators, which they write themselves. */
export class Pages {
  readonly #options: PagesOptions;
  constructor(options: PagesOptions) {
    this.#options = options;
  }

  async own(accountId: string): Promise<AnswerOf<typeof ownStudio>['profile']> {
    const row = await this.#options.catalogue.facilitatorOf(accountId);
    if (!row) return null;
    const { slug, name, title, pronouns, bio, image, outboundLink, published } = row;
    return { slug, name, title, pronouns, bio, image, outboundLink, published };
  }

  /** Throws `slug_taken`, and `file_not_ready` for a picture that is not one's own, or not checked yet. */
  async change(accountId: string, page: BodyOf<typeof updateProfile>): Promise<void> {
    const { store, catalogue, drafts, changed } = this.#options;
    await store.transaction(async (tx) => {
      const { id } = await drafts.author(tx, accountId);
      if (!(await store.changeAuthor(tx, id, page))) throw new AppError('slug_taken');
      // Once pages are locked: a file that is deleted meanwhile is not found any more.
      const [image] = page.image === null ? [] : await catalogue.files([page.image], tx);
      const isReady = image?.ownerId === id && image.state === 'ready' && image.kind === 'image';
      if (page.image !== null && !isReady) throw new AppError('file_not_ready');
    });
    await changed();
  }
}
