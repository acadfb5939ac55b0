import { type Language, languages } from '@unspoken/contract/languages';
import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import { languageNames } from '../platform/i18n.ts';
import { Button } from '../ui/button.tsx';
import { dotted } from '../ui/dotted.ts';
import { Field } from '../ui/field.tsx';
import styles from './categories.module.css';
import type { CategoryField, EditedCategory } from './category-changes.ts';
import shared from './console.module.css';

interface CategoryEntryProps {
  readonly category: EditedCategory;
  /** Its position in the list, from 0. */
  readonly index: number;
  readonly isLast: boolean;
  /** The languages in which it needs a name. */
  readonly missing: readonly Language[];
  readonly onChange: (category: EditedCategory) => void;
  readonly onMove: (key: string, by: -1 | 1, name: string) => void;
}

/** A category of the list that an administrator edits. */
export function CategoryEntry({ category, index, isLast, missing, onChange, onMove }: CategoryEntryProps) {
  const { t, i18n } = useTranslation('console');
  const { t: errors } = useTranslation('errors');
  const id = useId();
  const { key, categoryID, isRemoved } = category;
  const shown = category.name[i18n.language as Language] || category.name.en || categoryID || t('categories.unnamed');
  const untranslated = languages.filter((each) => !category.name[each]?.trim()).map((each) => languageNames[each]);
  const write = (field: CategoryField, language: Language, text: string) =>
    onChange({ ...category, [field]: { ...category[field], [language]: text } });
  // The name of each button is what it shows, and then the category.
  const button = (part: 'up' | 'down' | 'remove' | 'keep', onClick: () => void, isPossible = true) => (
    <Button
      id={`${id}-${part === 'keep' ? 'remove' : part}`}
      aria-labelledby={`${id}-${part === 'keep' ? 'remove' : part} ${id}-name`}
      // Not disabled, so that it keeps the focus at the end of the list.
      aria-disabled={!isPossible}
      onClick={onClick}
    >
      {t(`categories.${part}`)}
    </Button>
  );
  return (
    <li className={shared.card}>
      <h2 id={`${id}-name`} className={isRemoved ? styles.removed : undefined}>
        {shown}
      </h2>
      <p className={shared.note}>
        {dotted(
          t('categories.number', { number: index + 1 }),
          categoryID === undefined ? t('categories.new') : '',
          isRemoved
            ? t('categories.willBeRemoved')
            : untranslated.length > 0
              ? t('categories.untranslated', { languages: untranslated.join(', ') })
              : '',
        )}
      </p>
      <div className={shared.actions}>
        {button('up', () => onMove(key, -1, shown), index > 0)}
        {button('down', () => onMove(key, 1, shown), !isLast)}
        {button(isRemoved ? 'keep' : 'remove', () => onChange({ ...category, isRemoved: !isRemoved }))}
      </div>
      {!isRemoved && (
        <details open={categoryID === undefined || undefined}>
          <summary>{t('categories.texts')}</summary>
          <div className={styles.texts}>
            {languages.map((language) => (
              <fieldset key={language}>
                <legend lang={language}>{languageNames[language]}</legend>
                <Field
                  label={t('categories.name')}
                  lang={language}
                  maxLength={60}
                  value={category.name[language] ?? ''}
                  error={missing.includes(language) ? errors('field_name_blank') : undefined}
                  onChange={({ target }) => write('name', language, target.value)}
                />
                <Field
                  label={t('categories.description')}
                  lang={language}
                  maxLength={200}
                  value={category.description[language] ?? ''}
                  onChange={({ target }) => write('description', language, target.value)}
                />
              </fieldset>
            ))}
          </div>
        </details>
      )}
    </li>
  );
}
