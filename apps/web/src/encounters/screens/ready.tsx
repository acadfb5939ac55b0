import { useTranslation } from 'react-i18next';
import { Button } from '../../ui/button.tsx';
import { Circles } from '../../ui/circles.tsx';
import { ScreenHeading } from '../parts/screen-heading.tsx';
import { type ScreenProps, useTag } from '../use-encounter.ts';
import styles from './screens.module.css';

/** Start is pressed here; the partner may not have pressed it yet. */
export function Ready({ actor }: ScreenProps) {
  const { t } = useTranslation('encounters');
  const both = useTag(actor, 'both are ready');
  const hint = useTag(actor, 'the hint that we wait');
  return (
    <>
      <div className={`${styles.lens} ${both ? '' : styles.unseen}`} aria-hidden="true" />
      <div className={styles.middle}>
        <Circles state={both ? 'near' : 'alone'} breathing={!both} size="medium" />
        <ScreenHeading>{t('ready.title')}</ScreenHeading>
        <p role="status">{both ? t('ready.both') : hint ? t('ready.waiting') : t('ready.text')}</p>
      </div>
      <div className={styles.bottom}>
        <Button look="onDark" onClick={() => actor.send({ type: 'end pressed' })}>
          {t('cancel')}
        </Button>
      </div>
    </>
  );
}
