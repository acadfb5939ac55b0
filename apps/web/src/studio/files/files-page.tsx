import type { Upload } from '@unspoken/contract/uploads';
import { useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ConfirmDialog } from '../../forms/confirm-dialog.tsx';
import { FormAlert } from '../../forms/form-alert.tsx';
import { useTitle } from '../../platform/use-title.ts';
import { Button } from '../../ui/button.tsx';
import shared from '../studio.module.css';
import { StudioGate, StudioNavigation } from '../studio-gate.tsx';
import { useAct } from '../use-act.ts';
import { FileState } from './file-state.tsx';
import styles from './files.module.css';
import { useFiles } from './use-files.tsx';

const megabyte = 1_000_000;
const inMegabytes = { style: 'unit', unit: 'megabyte' } as const;

/** /studio/files: everything that was uploaded, what has become of it, and how much room is left. */
export function FilesPage() {
  const { t } = useTranslation('studio');
  useTitle(t('files.title'));
  return (
    <StudioGate>
      <StudioNavigation />
      <OwnFiles />
    </StudioGate>
  );
}

function OwnFiles() {
  const { t, i18n } = useTranslation('studio');
  const { library, own, transfers, failure } = useFiles();
  const { isBusy, failure: refusal, act } = useAct();
  const heading = useRef<HTMLHeadingElement>(null);
  const size = (bytes: number) => Math.ceil(bytes / megabyte).toLocaleString(i18n.language, inMegabytes);
  const [asked, setAsked] = useState<Upload>();
  const remove = ({ mediaID }: Upload) => {
    setAsked(undefined);
    return act(async () => {
      await library.remove(mediaID);
      heading.current?.focus();
    });
  };
  return (
    <>
      <h1 ref={heading} tabIndex={-1}>
        {t('files.title')}
      </h1>
      <p>{t('files.text')}</p>
      <FormAlert failure={failure ?? refusal} invalid={false} />
      {own && (
        <p className={shared.note}>
          {t('files.quota', {
            used: size(own.quota.usedBytes),
            total: size(own.quota.totalBytes),
            today: size(own.quota.usedTodayBytes),
            day: size(own.quota.dayBytes),
          })}
        </p>
      )}
      {own?.files.length === 0 && <p className={shared.card}>{t('files.none')}</p>}
      <ul className={styles.list}>
        {own?.files.map((file) => (
          <li key={file.mediaID} className={shared.card}>
            <FileState file={file} transfer={transfers.get(file.mediaID)} />
            <p>
              <Button busy={isBusy} aria-label={t('files.removeNamed', { name: file.name })} onClick={() => setAsked(file)}>
                {t('files.remove')}
              </Button>
            </p>
          </li>
        ))}
      </ul>
      {asked && (
        <ConfirmDialog
          title={t('files.removeNamed', { name: asked.name })}
          text={t('files.removeText')}
          yes={t('files.remove')}
          no={t('files.keep')}
          closeLabel={t('files.keep')}
          onYes={() => void remove(asked)}
          onNo={() => setAsked(undefined)}
        />
      )}
    </>
  );
}
