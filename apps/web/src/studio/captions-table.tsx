import type { Language } from '@unspoken/contract/languages';
import { type Cue, mostCues } from '@unspoken/contract/scripts';
import { type RefObject, useCallback, useEffect, useId, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { languageNames } from '../platform/i18n.ts';
import { Button } from '../ui/button.tsx';
import { TextArea } from '../ui/field.tsx';
import { addCue, captionsFrom } from './captions.ts';
import { CueRow } from './cue-row.tsx';
import { useFiles } from './files/use-files.tsx';
import type { Finding } from './findings.ts';
import styles from './sounds.module.css';
import { readSubtitles } from './subtitle-file.ts';

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

const none: readonly Finding[] = [];

/** What is spoken, in the words that appear while it is heard. */
export function CaptionsTable({ language, media, cues, player, findings, write }: CaptionsTableProps) {
  const { t } = useTranslation('studio');
  const { own } = useFiles();
  const id = useId();
  const [pasted, setPasted] = useState('');
  const [unread, setUnread] = useState<'none' | 'many'>();
  const input = useRef<HTMLInputElement>(null);
  /** What the focus goes to once it is there: lines appear and disappear under it. */
  const focus = useRef<string>(undefined);
  const duration = own?.files.find(({ mediaID }) => mediaID === media)?.durationMs ?? undefined;
  const latest = useRef(cues);
  latest.current = cues;
  const onChange = useCallback(
    (index: number, change: Partial<Cue>, group: string) => {
      const { from } = change;
      if (from !== undefined && document.activeElement?.id === `${id}-${index}-from`) {
        // The focus stays with what was moved, wherever it stands now.
        const isBefore = (other: Cue, i: number) => i !== index && (other.from < from || (other.from === from && i < index));
        focus.current = `${id}-${latest.current.filter(isBefore).length}-from`;
      }
      write((all) => all.map((cue, i) => (i === index ? { ...cue, ...change } : cue)), group);
    },
    [write, id],
  );
  const onRemove = useCallback(
    (index: number) => {
      const last = latest.current.length - 2;
      focus.current = last < 0 ? `${id}-add` : `${id}-${Math.min(index, last)}`;
      write((all) => all.filter((_, i) => i !== index));
    },
    [write, id],
  );
  const read = (text: string) => {
    const found = readSubtitles(text);
    const failure = found.length === 0 ? 'none' : found.length > mostCues ? 'many' : undefined;
    setUnread(failure);
    if (failure) return;
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
  const byCue = Map.groupBy(
    findings.filter((finding) => finding.language === language && finding.place.includes('.cues.')),
    (finding) => written[Number(finding.place.split('.cues.')[1])],
  );
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
          {unread === 'none' && <p role="alert">{t('captions.noneInFile')}</p>}
          {unread === 'many' && <p role="alert">{t('captions.tooManyInFile', { most: mostCues })}</p>}
        </>
      )}
      {cues.length > 0 && (
        <ol className={styles.cues}>
          {cues.map((cue, index) => (
            <CueRow
              // biome-ignore lint/suspicious/noArrayIndexKey: a subtitle has no other identity
              key={index}
              id={`${id}-${index}`}
              {...{ cue, index, language, player, onChange, onRemove }}
              findings={byCue.get(index) ?? none}
            />
          ))}
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
