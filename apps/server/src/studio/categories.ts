import type { AnswerOf, BodyOf } from '@unspoken/contract/call';
import { AppError } from '@unspoken/contract/errors';
import type { listCategories, saveCategories } from '@unspoken/contract/studio';
import type { AuthoringStore, CatalogueStore } from '../experiences/service.ts';
import type { CaseDependencies } from '../moderation/service.ts';

export interface CategoriesOptions {
  readonly store: AuthoringStore;
  readonly catalogue: Pick<CatalogueStore, 'categories' | 'putCategory' | 'lock'>;
  readonly ledger: Pick<CaseDependencies, 'append'>;
  /** Called after the commit. */
  readonly changed: () => Promise<void>;
}

/** The categories of the catalogue, which administrators order and name. */
export class Categories {
  readonly #options: CategoriesOptions;
  constructor(options: CategoriesOptions) {
    this.#options = options;
  }

  async all(): Promise<AnswerOf<typeof listCategories>['categories']> {
    const rows = await this.#options.catalogue.categories();
    return rows.map(({ id, name, description }) => ({ categoryID: id, name, description }));
  }

  /** Throws `category_in_use` if one with experiences is left out. */
  async save(me: string, { categories }: BodyOf<typeof saveCategories>): Promise<void> {
    const { store, catalogue, ledger, changed } = this.#options;
    await store.transaction(async (tx) => {
      await catalogue.lock(tx);
      const ids = categories.map(({ categoryID }) => categoryID);
      if (!(await store.keepCategories(tx, ids))) throw new AppError('category_in_use');
      for (const [position, { categoryID, name, description }] of categories.entries())
        await catalogue.putCategory(tx, { id: categoryID, position, name, description });
      await ledger.append(tx, { kind: 'categories changed', actor: me, code: ids.join(' ') });
    });
    await changed();
  }
}
