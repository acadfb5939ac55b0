import type { Upload } from '@unspoken/contract/uploads';
import { type RefObject, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { FormAlert } from '../../forms/form-alert.tsx';
import { CallError } from '../../platform/api.ts';
import { Button } from '../../ui/button.tsx';
import { Select } from '../../ui/field.tsx';
import { useAct } from '../use-act.ts';
import { FileState, facts } from './file-state.tsx';
import styles from './files.module.css';
import { Recorder } from './recorder.tsx';
import { useFiles } from './use-files.tsx';

interface FileSlotProps {
  /** Of what is focused to fill it. */
  readonly id?: string;
  readonly kind: Upload['kind'];
  readonly label: string;
  readonly value: string | undefined;
  readonly onChange: (mediaID: string | undefined) => void;
  /** Where it is played, for what refers to a place in it. */
  readonly player?: RefObject<HTMLMediaElement | null>;
}

const accepted = { sound: 'audio/*', image: 'image/jpeg,image/png,image/webp', video: 'video/mp4' } as const;

/** One place for a file: uploaded, recorded, or chosen among one's own. */
export function FileSlot({ id, kind, label, value, onChange, player }: FileSlotProps) {
  const { t, i18n } = useTranslation('studio');
  const { library, own, transfers, failure: unread } = useFiles();
  const { isBusy, failure, act } = useAct();
  const input = useRef<HTMLInputElement>(null);
  const slot = useRef<HTMLFieldSetElement>(null);
  /** What could not be sent yet: a recording exists nowhere else. */
  const [unsent, setUnsent] = useState<{ readonly blob: Blob; readonly name: string }>();
  const add = (blob: Blob, name: string) => {
    setUnsent({ blob, name });
    return act(async () => {
      onChange((await library.upload(blob, kind, name)).mediaID);
      setUnsent(undefined);
    });
  };
  /** Where the focus goes when the button that was pressed is gone. */
  const focusSlot = () => slot.current?.focus();
  const file = own?.files.find(({ mediaID }) => mediaID === value);
  const others = own?.files.filter((each) => each.kind === kind && each.state === 'ready' && each.mediaID !== value) ?? [];
  const refusal =
    failure instanceof Error && failure.name === 'Unreadable'
      ? t('files.unreadable')
      : failure instanceof CallError && failure.fields.size
        ? t('files.refused.too_large')
        : undefined;
  return (
    <fieldset ref={slot} className={styles.slot} tabIndex={-1}>
      <legend>{label}</legend>
      <FormAlert failure={unread} invalid={false} />
      {refusal ? <p role="alert">{refusal}</p> : <FormAlert failure={failure} invalid={false} />}
      {failure !== undefined && !refusal && unsent && (
        <p>
          <Button onClick={() => void add(unsent.blob, unsent.name)}>{t('files.again', { name: unsent.name })}</Button>
        </p>
      )}
      {value && own && <FileState file={file} player={player} transfer={transfers.get(value)} />}
      <p role="status" className={styles.hint}>
        {isBusy ? t('files.preparing') : value ? '' : t(`files.hint.${kind}`)}
      </p>
      <div className={styles.acts}>
        <input
          ref={input}
          type="file"
          hidden
          accept={accepted[kind]}
          onChange={({ target }) => {
            const chosen = target.files?.[0];
            // The same file may be chosen again.
            target.value = '';
            if (chosen) void add(chosen, chosen.name);
          }}
        />
        <Button id={id} busy={isBusy} onClick={() => input.current?.click()}>
          {t(value ? 'files.replace' : `files.upload.${kind}`)}
        </Button>
        {kind === 'sound' && (
          <Recorder
            disabled={isBusy}
            onDiscarded={focusSlot}
            onRecorded={(recording) => {
              focusSlot();
              void add(recording, t('files.recordingOf', { time: new Date().toLocaleString(i18n.language) }));
            }}
          />
        )}
        {value && (
          <Button
            onClick={() => {
              onChange(undefined);
              focusSlot();
            }}
          >
            {t('files.takeOut')}
          </Button>
        )}
      </div>
      {others.length > 0 && (
        <Select label={t('files.choose')} value="" onChange={({ target }) => onChange(target.value)}>
          <option value="">{t('files.chooseNone')}</option>
          {others.map((each) => (
            <option key={each.mediaID} value={each.mediaID}>
              {each.name} {facts(each)}
            </option>
          ))}
        </Select>
      )}
    </fieldset>
  );
}
