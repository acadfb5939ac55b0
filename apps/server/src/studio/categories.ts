import { createHash } from 'node:crypto';
import type { AnswerOf, BodyOf } from '@unspoken/contract/call';
import { AppError } from '@unspoken/contract/errors';
import { languages } from '@unspoken/contract/languages';
import type { listCategories, saveCategories } from '@unspoken/contract/studio';
import type { AuthoringStore, CatalogueStore, Category } from '../experiences/service.ts';
import type { CaseDependencies } from '../moderation/service.ts';

export interface CategoriesOptions {
  readonly store: AuthoringStore;
  readonly catalogue: Pick<CatalogueStore, 'categories' | 'putCategory' | 'lock'>;
  readonly ledger: Pick<CaseDependencies, 'append'>;
  /** Called after the commit. */
  readonly changed: () => Promise<void>;
}

/** A hash of the list: it is another one after every change, whoever made it. */
const revisionOf = (categories: readonly Category[]): string => {
  const content = categories.map(({ id, name, description }) => [id, languages.map((each) => [name[each], description[each]])]);
  return createHash('sha256').update(JSON.stringify(content)).digest('base64url');
};

/** The categories of the catalogue, which administrators order and name. */
export class Categories {
  readonly #options: CategoriesOptions;
  constructor(options: CategoriesOptions) {
    this.#options = options;
  }

  async list(): Promise<AnswerOf<typeof listCategories>> {
    const rows = await this.#options.catalogue.categories();
    const categories = rows.map(({ id, name, description }) => ({ categoryID: id, name, description }));
    return { revision: revisionOf(rows), categories };
  }

  /** Throws `categories_changed` for a stale revision, and `category_in_use` if one with experiences is left out. */
  async save(me: string, { revision, categories }: BodyOf<typeof saveCategories>): Promise<void> {
    const { store, catalogue, ledger, changed } = this.#options;
    await store.transaction(async (tx) => {
      // All who change categories hold this lock, also an import.
      await catalogue.lock(tx);
      if (revisionOf(await catalogue.categories(tx)) !== revision) throw new AppError('categories_changed');
      const ids = categories.map(({ categoryID }) => categoryID);
      if (!(await store.keepCategories(tx, ids))) throw new AppError('category_in_use');
      for (const [position, { categoryID, name, description }] of categories.entries())
        await catalogue.putCategory(tx, { id: categoryID, position, name, description });
      await ledger.append(tx, { kind: 'categories changed', actor: me, code: ids.join(' ') });
    });
    await changed();
  }
}
