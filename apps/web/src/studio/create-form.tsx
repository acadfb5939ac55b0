import type { AnswerOf, BodyInputOf } from '@unspoken/contract/call';
import { languageAmong, languages } from '@unspoken/contract/languages';
import { createExperience, type ownStudio } from '@unspoken/contract/studio';
import { useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import forms from '../forms/form.module.css';
import { FormAlert } from '../forms/form-alert.tsx';
import { useContractForm } from '../forms/use-contract-form.ts';
import { call } from '../platform/api.ts';
import { Button } from '../ui/button.tsx';
import { Field, Select } from '../ui/field.tsx';
import { LanguageOptions } from './language-options.tsx';
import styles from './studio.module.css';

type Categories = AnswerOf<typeof ownStudio>['categories'];

/** A type that reads like the name. Accents are left out, and everything else that an address cannot have. */
const typeOf = (name: string): string =>
  name
    .normalize('NFD')
    .toLowerCase()
    .replaceAll(/[^a-z0-9]/g, '')
    .slice(0, 40);

/** Begins a new experience, and leads to it. */
export function CreateForm({ categories, isFirst }: { readonly categories: Categories; readonly isFirst: boolean }) {
  const { t, i18n } = useTranslation('studio');
  const navigate = useNavigate();
  const language = languageAmong(i18n.language);
  const isTypeChosen = useRef(false);
  const form = useContractForm<{ name: string; type: string; categoryID: string; language: string }>(
    createExperience.body,
    { name: '', type: '', categoryID: categories[0]?.categoryID ?? '', language },
    async (body) => {
      await call(createExperience, { body: body as BodyInputOf<typeof createExperience> });
      await navigate(`/studio/experience/${body.type}`);
    },
    { focusFirst: false },
  );
  const { onChange: onName, ...name } = form.field('name');
  const { onChange: onType, ...type } = form.field('type');
  const fields = (
    <form className={forms.form} onSubmit={form.submit} noValidate>
      <FormAlert {...form.alert} />
      <Field
        label={t('create.name')}
        maxLength={60}
        {...name}
        onChange={(event) => {
          if (!isTypeChosen.current) form.set('type', typeOf(event.target.value));
          return onName(event);
        }}
      />
      <Select label={t('create.category')} {...form.field('categoryID')}>
        {categories.map(({ categoryID, name: names }) => (
          <option key={categoryID} value={categoryID}>
            {names[language] ?? names.en ?? categoryID}
          </option>
        ))}
      </Select>
      <Select label={t('create.language')} {...form.field('language')}>
        <LanguageOptions languages={languages} />
      </Select>
      <Field
        label={t('create.type')}
        hint={t('create.typeHint')}
        maxLength={40}
        autoCapitalize="none"
        spellCheck={false}
        {...type}
        onChange={(event) => {
          isTypeChosen.current = true;
          return onType(event);
        }}
      />
      <div className={forms.buttons}>
        <Button type="submit" look="primary" busy={form.submitting}>
          {t('create.submit')}
        </Button>
      </div>
    </form>
  );
  return (
    <section className={styles.card} aria-label={t('create.title')}>
      <h2>{t('create.title')}</h2>
      <p>{t('create.text')}</p>
      {isFirst ? (
        fields
      ) : (
        <details>
          <summary>{t('create.open')}</summary>
          {fields}
        </details>
      )}
    </section>
  );
}
