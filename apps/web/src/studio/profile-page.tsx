import type { AnswerOf, BodyInputOf } from '@unspoken/contract/call';
import { type Language, languageAmong, languages } from '@unspoken/contract/languages';
import type { PerLanguage } from '@unspoken/contract/scripts';
import { ownStudio, updateProfile } from '@unspoken/contract/studio';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import forms from '../forms/form.module.css';
import { FormAlert } from '../forms/form-alert.tsx';
import { useContractForm } from '../forms/use-contract-form.ts';
import { call } from '../platform/api.ts';
import { languageNames } from '../platform/i18n.ts';
import { useLoaded } from '../platform/use-loaded.ts';
import { useTitle } from '../platform/use-title.ts';
import { Button } from '../ui/button.tsx';
import { Checkbox, Field, Select, TextArea } from '../ui/field.tsx';
import { withText } from './document.ts';
import { FileSlot } from './files/file-slot.tsx';
import { LanguageOptions } from './language-options.tsx';
import styles from './studio.module.css';
import { StudioGate, StudioNavigation } from './studio-gate.tsx';

type Profile = NonNullable<AnswerOf<typeof ownStudio>['profile']>;

const blank: Profile = {
  ...{ slug: '', name: '', title: {}, pronouns: null, bio: {}, image: null, outboundLink: null },
  // Cards lead to it: nobody submits anything without a page, and a hidden one is a dead end.
  published: true,
};

/** /studio/profile: the facilitator's public page. */
export default function StudioProfilePage() {
  return (
    <StudioGate>
      <Profile />
    </StudioGate>
  );
}

function Profile() {
  const { t } = useTranslation('studio');
  const { answer, failure } = useLoaded(ownStudio);
  useTitle(t('profile.title'));
  // An author without a page of their own has a placeholder for an address.
  const profile = answer && (answer.profile?.name ? answer.profile : { ...(answer.profile ?? blank), slug: '', published: true });
  return (
    <>
      <StudioNavigation />
      <h1>{t('profile.title')}</h1>
      <p>{t('profile.text')}</p>
      <FormAlert failure={failure} invalid={false} />
      {profile && <ProfileForm profile={profile} />}
    </>
  );
}

/** What may be missing is blank in the form, and null in the page. */
const orNull = { setValueAs: (value: string | null) => (value?.trim() ? value : null) };

function ProfileForm({ profile }: { readonly profile: Profile }) {
  const { t, i18n } = useTranslation('studio');
  const [language, setLanguage] = useState<Language>(languageAmong(i18n.language));
  const [saved, setSaved] = useState<string>();
  const form = useContractForm<Profile>(
    updateProfile.body,
    profile,
    async (values) => {
      await call(updateProfile, { body: values as BodyInputOf<typeof updateProfile> });
      setSaved(values.published ? values.slug : '');
    },
    { focusFirst: false },
  );
  const texts = (name: 'title' | 'bio') => {
    const all: PerLanguage<string> = form.watch(name);
    return {
      value: all[language] ?? '',
      lang: language,
      onChange: ({ target }: { readonly target: { readonly value: string } }) =>
        form.set(name, withText(all, language, target.value), { shouldDirty: true }),
    };
  };
  return (
    <form className={`${forms.form} ${styles.card}`} onSubmit={form.submit} onChange={() => setSaved(undefined)} noValidate>
      <FormAlert {...form.alert} />
      <Field label={t('profile.name')} hint={t('profile.nameHint')} maxLength={60} autoComplete="name" {...form.field('name')} />
      <Field
        label={t('profile.slug')}
        hint={t('profile.slugHint', { address: `${location.host}/facilitator/` })}
        maxLength={40}
        autoCapitalize="none"
        spellCheck={false}
        {...form.field('slug')}
      />
      <FileSlot
        kind="image"
        label={t('profile.image')}
        value={form.watch('image') ?? undefined}
        onChange={(media) => form.set('image', media ?? null, { shouldDirty: true })}
      />
      <Field label={t('profile.pronouns')} maxLength={40} {...form.field('pronouns', orNull)} />
      <Select label={t('profile.language')} value={language} onChange={({ target }) => setLanguage(target.value as Language)}>
        <LanguageOptions languages={languages} />
      </Select>
      <Field label={t('profile.titleOf', { language: languageNames[language] })} maxLength={80} {...texts('title')} />
      <TextArea
        label={t('profile.bioOf', { language: languageNames[language] })}
        hint={t('profile.bioHint')}
        maxLength={2_000}
        rows={6}
        {...texts('bio')}
      />
      <Field
        label={t('profile.link')}
        hint={t('profile.linkHint')}
        type="url"
        maxLength={300}
        {...form.field('outboundLink', orNull)}
      />
      <Checkbox {...form.field('published')}>{t('profile.published')}</Checkbox>
      <div className={forms.buttons}>
        <Button type="submit" look="primary" busy={form.submitting}>
          {t('profile.submit')}
        </Button>
      </div>
      <p role="status">
        {saved !== undefined && t(saved ? 'profile.saved' : 'profile.savedHidden')}{' '}
        {saved && <Link to={`/facilitator/${saved}`}>{t('profile.look')}</Link>}
      </p>
    </form>
  );
}
