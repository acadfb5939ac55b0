import type { Language } from '@unspoken/contract/languages';
import { type ComponentProps, memo, useCallback, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { languageNames } from '../platform/i18n.ts';
import { Button } from '../ui/button.tsx';
import { Field } from '../ui/field.tsx';
import { CaptionsTable } from './captions-table.tsx';
import type { Frame } from './document.ts';
import {
  addSound,
  chooseFile,
  describeSound,
  heardIn,
  isWordless,
  removeSound,
  soundOf,
  startSound,
  writeCues,
} from './draft-sounds.ts';
import { FileSlot } from './files/file-slot.tsx';
import { FindingText } from './finding-text.tsx';
import type { Finding } from './findings.ts';
import { wordOf } from './history.ts';
import styles from './sounds.module.css';
import shared from './studio.module.css';
import { TimeField } from './time-field.tsx';
import type { Apply } from './use-draft.ts';

interface SoundsPartProps {
  readonly frame: Frame;
  readonly language: Language;
  /** About the draft as a whole, among them those about its sounds. */
  readonly findings: readonly Finding[];
  readonly apply: Apply;
}

const phases = ['intro', 'connection', 'after'] as const;

/** What they hear: a sound for each part, spoken in each language, or without words. */
export const SoundsPart = memo(function SoundsPart({ findings, ...props }: SoundsPartProps) {
  const { t } = useTranslation('studio');
  return (
    <section className={styles.sounds} aria-label={t('sounds.title')}>
      <h2>{t('sounds.title')}</h2>
      <p className={shared.note}>{t('sounds.text')}</p>
      {phases.map((phase) => (
        <Sound
          key={phase}
          phase={phase}
          {...props}
          findings={findings.filter(({ place }) => place.split('.')[0] === soundOf[phase])}
        />
      ))}
    </section>
  );
});

interface SoundProps extends SoundsPartProps {
  readonly phase: keyof typeof soundOf;
}

function Sound({ phase, frame, language, findings, apply }: SoundProps) {
  const { t } = useTranslation('studio');
  const player = useRef<HTMLAudioElement>(null);
  const heading = useRef<HTMLHeadingElement>(null);
  const name = soundOf[phase];
  const sound = frame[name];
  const change = (make: typeof addSound | typeof removeSound, spoken = false) => {
    apply((document) => make(document, name, spoken));
    // The button that was pressed is gone.
    heading.current?.focus();
  };
  const heard = sound && heardIn(sound, language, frame.sourceLanguage);
  const file = heard && sound.files[heard];
  const write: ComponentProps<typeof CaptionsTable>['write'] = useCallback(
    (make, group) => apply((document) => (heard ? writeCues(document, name, heard, make) : document), group),
    [apply, name, heard],
  );
  const spokenIn = sound && !isWordless(sound) ? languageNames[language] : '';
  return (
    <section className={styles.sound} aria-label={t(`places.${name}`)}>
      <h3 ref={heading} id={name} tabIndex={-1}>
        {t(`phases.${phase}`)}
      </h3>
      {!sound && (
        <div className={styles.acts}>
          <Button onClick={() => change(addSound, true)}>{t('sounds.addSpoken')}</Button>
          <Button onClick={() => change(addSound)}>{t('sounds.addWordless')}</Button>
        </div>
      )}
      {findings
        .filter(({ place }) => !place.includes('.cues.'))
        .map((finding) => (
          <p key={`${finding.rule} ${finding.place} ${finding.language}`} className={shared.finding}>
            <FindingText finding={finding} />
          </p>
        ))}
      {sound && heard && (
        <>
          <div className={styles.start}>
            <label htmlFor={`${name}-start`}>{t('sounds.start')}</label>
            <TimeField
              id={`${name}-start`}
              label={t('sounds.startOf', { phase: t(`phases.${phase}`) })}
              value={sound.start}
              onChange={(start) => apply((document) => startSound(document, name, start), `${name} start`)}
            />
          </div>
          <FileSlot
            // Each language has its own file: what is being prepared for one does not arrive in another.
            key={heard}
            kind="sound"
            label={spokenIn ? t('sounds.fileIn', { language: spokenIn }) : t('sounds.file')}
            value={file?.media}
            onChange={(media) => apply((document) => chooseFile(document, name, heard, media))}
            player={player}
          />
          {isWordless(sound) ? (
            <Field
              label={t('sounds.description', { language: languageNames[language] })}
              hint={t('sounds.descriptionHint')}
              lang={language}
              maxLength={120}
              value={sound.description?.[language] ?? ''}
              onChange={({ target: { value } }) =>
                apply((document) => describeSound(document, name, language, value), wordOf(`${name} ${language}`, value))
              }
            />
          ) : (
            file && <CaptionsTable key={`${heard} captions`} {...{ ...file, player, findings }} language={heard} write={write} />
          )}
          <p>
            <Button onClick={() => change(removeSound)}>{t('sounds.remove')}</Button>
          </p>
        </>
      )}
    </section>
  );
}
