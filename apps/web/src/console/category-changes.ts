import type { AnswerOf, BodyInputOf } from '@unspoken/contract/call';
import { type Language, languages } from '@unspoken/contract/languages';
import type { listCategories, saveCategories } from '@unspoken/contract/studio';

type Category = AnswerOf<typeof listCategories>['categories'][number];
type SentCategory = BodyInputOf<typeof saveCategories>['categories'][number];
export type CategoryField = 'name' | 'description';

/** A category while it is edited. */
export interface EditedCategory extends Pick<Category, 'name' | 'description'> {
  /** Of this list in this tab. */
  readonly key: string;
  /** Undefined until it has been saved once. */
  readonly categoryID: string | undefined;
  /** It is removed by the next save. */
  readonly isRemoved: boolean;
}

export const edited = (categories: readonly Category[]): readonly EditedCategory[] =>
  categories.map((each) => ({ ...each, key: each.categoryID, isRemoved: false }));

export const fresh = (key: string): EditedCategory => ({
  key,
  categoryID: undefined,
  name: {},
  description: {},
  isRemoved: false,
});

/** The list with one of its categories moved by so many positions; unchanged where that would lead outside of it. */
export function moved(list: readonly EditedCategory[], key: string, by: -1 | 1): readonly EditedCategory[] {
  const from = list.findIndex((each) => each.key === key);
  const [one, other] = [list[from], list[from + by]];
  return one && other ? list.with(from, other).with(from + by, one) : list;
}

const slugOf = (name: string): string =>
  name
    .normalize('NFKD')
    .toLowerCase()
    .replaceAll(/\p{M}/gu, '')
    .replaceAll(/[^a-z0-9]+/g, '-')
    .slice(0, 36)
    .replaceAll(/^-|-$/g, '');

/** An id for a new category, by its English name; `taken` are those of the others. */
function newID(name: string, taken: ReadonlySet<string>): string {
  const slug = slugOf(name);
  const base = slug.length < 2 ? 'category' : slug;
  let id = base;
  for (let number = 2; taken.has(id); number++) id = `${base}-${number}`;
  return id;
}

/** Only the languages in which something is written. */
const written = (texts: EditedCategory['name']): EditedCategory['name'] =>
  Object.fromEntries(
    languages.flatMap((language) => {
      const text = texts[language]?.trim();
      return text ? [[language, text]] : [];
    }),
  );

/** What is sent to save the list. */
export function sent(list: readonly EditedCategory[]): SentCategory[] {
  // The id of one that is removed is not given to a new one: it would be the same category, with the experiences in it.
  const taken = new Set(list.flatMap(({ categoryID }) => categoryID ?? []));
  return list
    .filter(({ isRemoved }) => !isRemoved)
    .map(({ categoryID, name, description }) => {
      const id = categoryID ?? newID(name.en ?? '', taken);
      taken.add(id);
      return { categoryID: id, name: written(name), description: written(description) };
    });
}

/** Whether saving would change anything. */
export const isChanged = (list: readonly EditedCategory[], saved: readonly Category[]): boolean =>
  JSON.stringify(sent(list)) !== JSON.stringify(sent(edited(saved)));

/** The languages in which a category lacks the name it needs: English, and each one in which it is described. */
export const namesMissing = ({ name, description, isRemoved }: EditedCategory): readonly Language[] =>
  isRemoved ? [] : languages.filter((each) => !name[each]?.trim() && (each === 'en' || Boolean(description[each]?.trim())));
