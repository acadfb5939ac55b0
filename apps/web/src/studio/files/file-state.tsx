import type { Upload } from '@unspoken/contract/uploads';
import type { RefObject } from 'react';
import { useTranslation } from 'react-i18next';
import { errorText } from '../../platform/error-text.ts';
import { dotted } from '../../ui/dotted.ts';
import { ProgressBar } from '../../ui/progress-bar.tsx';
import { writtenTime } from '../written-time.ts';
import styles from './files.module.css';
import type { Transfer } from './transfers.ts';

interface FileStateProps {
  /** What the service knows of it; undefined if it has been deleted. */
  readonly file: Upload | undefined;
  readonly transfer: Transfer | undefined;
  readonly player?: RefObject<HTMLMediaElement | null> | undefined;
}

type Player<Element> = RefObject<Element | null> | undefined;

/** How long a file lasts, or how large it is. */
export const facts = ({ durationMs, width, height }: Upload): string =>
  dotted(
    durationMs === null ? '' : writtenTime(Math.round(durationMs / 1_000) * 1_000),
    width === null ? '' : `${width} × ${height}`,
  );

/** A file as it can be seen or heard; or how far it has come, and why it did not come further. */
export function FileState({ file, transfer, player }: FileStateProps) {
  const { t } = useTranslation('studio');
  const { t: errors } = useTranslation('errors');
  // Another tab may be the one that sends it.
  const received = Math.max(file?.received ?? 0, transfer?.received ?? 0);
  const percent = file ? Math.floor((100 * received) / file.size) : 0;
  const isRunning = file?.state === 'uploading' && transfer !== undefined && transfer.state !== 'failed';
  const isFailed = !file || file.state === 'refused' || transfer?.state === 'failed';
  const words = () => {
    if (!file) return t('files.gone');
    if (file.state === 'checking') return t('files.checking');
    if (file.state === 'refused') return t(`files.refused.${file.refusal ?? 'damaged'}`);
    if (file.state === 'ready') return '';
    if (!transfer) return t('files.interrupted', { percent });
    if (transfer.state === 'failed') return errorText(errors, transfer.failure);
    return transfer.state === 'waiting' ? t('files.waiting', { percent }) : '';
  };
  return (
    <div className={styles.file}>
      {file && (
        <p className={styles.name}>
          <bdi>{file.name}</bdi> <span className={styles.hint}>{facts(file)}</span>
        </p>
      )}
      {file?.state === 'ready' && <Shown file={file} player={player} />}
      {file && isRunning && (
        <>
          <ProgressBar label={file.name} value={percent / 100} />
          {/* Not announced with every part: the bar can be asked. */}
          {transfer.state === 'sending' && <p className={styles.hint}>{t('files.sending', { percent })}</p>}
        </>
      )}
      <p role="status" className={isFailed ? styles.refused : styles.hint}>
        {words()}
      </p>
    </div>
  );
}

function Shown({
  file: { mediaID, kind, format, width, height, name },
  player,
}: Pick<FileStateProps, 'player'> & { readonly file: Upload }) {
  const address = `/media/${mediaID}`;
  if (kind === 'image')
    return (
      <img
        className={styles.image}
        src={`${address}${(width ?? 0) > 480 ? 'w480' : ''}.${format}`}
        alt=""
        width={width ?? undefined}
        height={height ?? undefined}
        loading="lazy"
      />
    );
  // What is said in it is written beside it.
  const source = { src: `${address}.${format}`, controls: true, preload: 'metadata', 'aria-label': name } as const;
  if (kind === 'video') return <video ref={player as Player<HTMLVideoElement>} className={styles.image} {...source} />;
  return <audio ref={player as Player<HTMLAudioElement>} {...source} />;
}
