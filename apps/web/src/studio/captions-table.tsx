import type { Language } from '@unspoken/contract/languages';
import type { Cue } from '@unspoken/contract/scripts';
import { type RefObject, useEffect, useId, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { languageNames } from '../platform/i18n.ts';
import { Button } from '../ui/button.tsx';
import { CloseButton } from '../ui/close-button.tsx';
import { TextArea } from '../ui/field.tsx';
import { addCue, captionsFrom } from './captions.ts';
import { useFiles } from './files/use-files.tsx';
import { FindingText } from './finding-text.tsx';
import type { Finding } from './findings.ts';
import { wordOf } from './history.ts';
import styles from './sounds.module.css';
import shared from './studio.module.css';
import { readSubtitles } from './subtitle-file.ts';
import { TimeField } from './time-field.tsx';
import { writtenTime } from './written-time.ts';

interface CaptionsTableProps {
  readonly language: Language;
  /** The file in which it is said. */
  readonly media: string;
  readonly cues: readonly Cue[];
  readonly player: RefObject<HTMLMediaElement | null>;
  readonly findings: readonly Finding[];
  /** Replaces them; changes of one group are undone together. */
  readonly write: (change: (cues: readonly Cue[]) => readonly Cue[], group?: string) => void;
}

/** What is spoken, in the words that appear while it is heard. */
export function CaptionsTable({ language, media, cues, player, findings, write }: CaptionsTableProps) {
  const { t } = useTranslation('studio');
  const { own } = useFiles();
  const id = useId();
  const [pasted, setPasted] = useState('');
  const [isUnread, setUnread] = useState(false);
  const input = useRef<HTMLInputElement>(null);
  /** What the focus goes to once it is there: lines appear and disappear under it. */
  const focus = useRef<string>(undefined);
  const duration = own?.files.find(({ mediaID }) => mediaID === media)?.durationMs ?? undefined;
  const set = (index: number, change: Partial<Cue>, group: string) =>
    write((all) => all.map((cue, i) => (i === index ? { ...cue, ...change } : cue)), group);
  const read = (text: string) => {
    const found = readSubtitles(text);
    setUnread(found.length === 0);
    if (found.length === 0) return;
    focus.current = `${id}-0`;
    write(() => found);
  };
  useEffect(() => {
    if (focus.current === undefined) return;
    document.getElementById(focus.current)?.focus();
    focus.current = undefined;
  });
  // The proof does not see what is still blank: its places count the others.
  const written = cues.flatMap(({ text }, i) => (text.trim() === '' ? [] : [i]));
  const findingsAt = (index: number) =>
    findings.filter((finding) => {
      const place = finding.place.split('.cues.')[1];
      return place !== undefined && finding.language === language && written[Number(place)] === index;
    });
  const end = Math.floor((duration ?? 0) / 100) * 100;
  return (
    <fieldset className={styles.captions}>
      <legend>{t('captions.title', { language: languageNames[language] })}</legend>
      {cues.length === 0 && (
        <>
          <TextArea
            label={t('captions.paste')}
            hint={t('captions.pasteHint')}
            lang={language}
            rows={4}
            value={pasted}
            onChange={({ target }) => setPasted(target.value)}
          />
          <p>
            <Button
              disabled={pasted.trim() === '' || duration === undefined}
              onClick={() => {
                focus.current = `${id}-0`;
                // The text stays, for who undoes it to divide it otherwise.
                write(() => captionsFrom(pasted, duration ?? 0));
              }}
            >
              {t('captions.divide')}
            </Button>{' '}
            <input
              ref={input}
              type="file"
              hidden
              accept=".vtt,.srt,text/vtt"
              onChange={({ target }) => {
                const file = target.files?.[0];
                target.value = '';
                if (file) void file.text().then(read);
              }}
            />
            <Button onClick={() => input.current?.click()}>{t('captions.fromFile')}</Button>
          </p>
          {isUnread && <p role="alert">{t('captions.noneInFile')}</p>}
        </>
      )}
      {cues.length > 0 && (
        <ol className={styles.cues}>
          {cues.map(({ from, to, text }, index) => {
            const notes = findingsAt(index);
            const key = `${id}-${index}`;
            return (
              // biome-ignore lint/suspicious/noArrayIndexKey: a subtitle has no other identity
              <li key={index} className={styles.cue}>
                <TimeField
                  id={`${key}-from`}
                  label={t('captions.from', { number: index + 1 })}
                  value={from}
                  invalid={notes.length > 0}
                  onChange={(value) => {
                    // The focus stays with what was moved, wherever it stands now.
                    const later = cues.filter(
                      (other, i) => i !== index && (other.from < value || (other.from === value && i < index)),
                    );
                    focus.current = `${id}-${later.length}-from`;
                    set(index, { from: value }, `${id} from`);
                  }}
                />
                <TimeField
                  id={`${key}-to`}
                  label={t('captions.to', { number: index + 1 })}
                  value={to}
                  invalid={notes.length > 0}
                  onChange={(value) => set(index, { to: value }, `${key} to`)}
                />
                <textarea
                  id={key}
                  className={shared.input}
                  lang={language}
                  rows={2}
                  maxLength={200}
                  aria-label={t('captions.words', { number: index + 1 })}
                  aria-invalid={notes.length > 0}
                  aria-describedby={notes.length > 0 ? `${key}-notes` : undefined}
                  value={text}
                  onChange={({ target }) => set(index, { text: target.value }, wordOf(key, target.value))}
                />
                <span className={styles.cueActs}>
                  <Button
                    look="quiet"
                    aria-label={t('captions.listenAt', { time: writtenTime(from) })}
                    onClick={() => {
                      if (!player.current) return;
                      player.current.currentTime = from / 1_000;
                      void player.current.play().catch(() => {});
                    }}
                  >
                    {t('captions.listen')}
                  </Button>
                  <CloseButton
                    label={t('captions.remove', { number: index + 1 })}
                    onClick={() => {
                      focus.current = cues.length === 1 ? `${id}-add` : `${id}-${Math.min(index, cues.length - 2)}`;
                      write((all) => all.filter((_, i) => i !== index));
                    }}
                  />
                </span>
                {notes.length > 0 && (
                  <div id={`${key}-notes`} className={`${shared.finding} ${styles.notes}`}>
                    {notes.map((finding) => (
                      <FindingText key={finding.rule} finding={finding} />
                    ))}
                  </div>
                )}
              </li>
            );
          })}
        </ol>
      )}
      <p>
        <Button
          id={`${id}-add`}
          disabled={duration === undefined}
          onClick={() => {
            focus.current = `${id}-${cues.length}`;
            write((all) => addCue(all, (player.current?.currentTime ?? 0) * 1_000, end));
          }}
        >
          {t('captions.add')}
        </Button>
      </p>
    </fieldset>
  );
}
