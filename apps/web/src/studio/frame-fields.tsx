import { type Language, languages } from '@unspoken/contract/languages';
import type { PerLanguage } from '@unspoken/contract/scripts';
import { memo } from 'react';
import { useTranslation } from 'react-i18next';
import { languageNames } from '../platform/i18n.ts';
import { Checkbox, Field, TextArea } from '../ui/field.tsx';
import { CardPictures } from './card-pictures.tsx';
import { changeFrame, chooseLanguage, type Frame, withText } from './document.ts';
import { FindingText } from './finding-text.tsx';
import type { Finding } from './findings.ts';
import { wordOf } from './history.ts';
import styles from './studio.module.css';
import { TimeField } from './time-field.tsx';
import type { Apply } from './use-draft.ts';

interface FrameFieldsProps {
  readonly frame: Frame;
  readonly language: Language;
  readonly findings: readonly Finding[];
  readonly apply: Apply;
}

const durations = ['introDuration', 'connectionDuration', 'afterConnectionDuration'] as const;

/** What members read on the card, the languages, and how long each part lasts. */
export const FrameFields = memo(function FrameFields({ frame, language, findings, apply }: FrameFieldsProps) {
  const { t } = useTranslation('studio');
  const { sourceLanguage } = frame;
  const set = (change: Partial<Frame>, group?: string) => apply((document) => changeFrame(document, change), group);
  const text = (name: 'name' | 'description') => {
    const all: PerLanguage<string> = frame[name];
    return {
      id: `frame-${name}`,
      lang: language,
      value: all[language] ?? '',
      hint: language === sourceLanguage ? undefined : all[sourceLanguage],
      onChange: ({ target: { value } }: { readonly target: { readonly value: string } }) =>
        set({ [name]: withText(all, language, value) }, wordOf(`${name} ${language}`, value)),
    };
  };
  const notes = (place: string) =>
    findings
      .filter((finding) => finding.place === place)
      .map((finding) => (
        <p key={`${finding.rule} ${finding.language}`} className={styles.finding}>
          <FindingText finding={finding} />
        </p>
      ));
  return (
    <div className={styles.fields}>
      <div className={styles.texts}>
        <Field label={t('frame.name', { language: languageNames[language] })} maxLength={60} {...text('name')} />
        {notes('name')}
        <TextArea
          label={t('frame.description', { language: languageNames[language] })}
          maxLength={1_000}
          rows={4}
          {...text('description')}
        />
        {notes('description')}
      </div>
      <CardPictures {...{ frame, language, apply }} findings={findings.filter(({ place }) => place.startsWith('video.'))} />
      {['backgroundImage', 'video', 'video.title', 'video.captions'].map((place) => notes(place))}
      <fieldset className={styles.group}>
        <legend>{t('frame.durations')}</legend>
        {durations.map((name) => (
          <div key={name} className={styles.duration}>
            <label htmlFor={name}>{t(`frame.${name}`)}</label>
            <TimeField
              id={name}
              label={t(`frame.${name}`)}
              value={frame[name]}
              invalid={findings.some(({ place }) => place === name)}
              onChange={(value) => set({ [name]: Math.max(100, value) }, name)}
            />
            {notes(name)}
          </div>
        ))}
      </fieldset>
      <fieldset className={styles.group}>
        <legend>{t('frame.languages')}</legend>
        {languages.map((each) => (
          <Checkbox
            key={each}
            checked={frame.languages.includes(each)}
            disabled={each === sourceLanguage}
            onChange={({ target }) => apply((document) => chooseLanguage(document, each, target.checked))}
          >
            {languageNames[each]}
          </Checkbox>
        ))}
      </fieldset>
      <fieldset className={styles.group}>
        <legend>{t('frame.more')}</legend>
        <Checkbox
          id="frame-audio"
          checked={frame.userAudioFromStart}
          onChange={({ target }) => set({ userAudioFromStart: target.checked })}
        >
          {t('frame.audioFromStart')}
        </Checkbox>
        <label className={styles.colour}>
          <input
            type="color"
            value={frame.backgroundColor}
            onChange={({ target }) => set({ backgroundColor: target.value }, 'colour')}
          />
          {t('frame.colour')}
        </label>
      </fieldset>
    </div>
  );
});
