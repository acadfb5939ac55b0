import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import { encounter } from '../encounters/current.ts';
import { ScreenHeading } from '../encounters/parts/screen-heading.tsx';
import styles from '../encounters/screens/screens.module.css';
import { avoidRepeat } from '../lobby/avoid-repeat.ts';
import { Button } from '../ui/button.tsx';
import { Circles } from '../ui/circles.tsx';

interface MirrorOverProps {
  readonly onAgain: () => void;
  readonly onLeave: () => void;
}

/** The end of the minute with oneself: one sentence, and Connect. */
export function MirrorOver({ onAgain, onLeave }: MirrorOverProps) {
  const { t } = useTranslation('mirror');
  const navigate = useNavigate();
  const connect = async () => {
    const actor = encounter.get();
    await navigate(actor ? '/' : '/?auth=register');
    actor?.send({ type: 'connect pressed', poolType: 'anyone', noRepeat: avoidRepeat.get().oneminute ?? false });
  };
  return (
    <main className={`${styles.room} ${styles.brighten}`}>
      <div className={styles.middle}>
        <Circles state="alone" />
        <ScreenHeading>{t('over')}</ScreenHeading>
        <div className={styles.actions}>
          <Button look="brightOnDark" large onClick={() => void connect()}>
            {t('connect')}
          </Button>
        </div>
        <div className={styles.actions}>
          <Button look="quietOnDark" onClick={onAgain}>
            {t('again')}
          </Button>
          <Button look="quietOnDark" onClick={onLeave}>
            {t('leave')}
          </Button>
        </div>
      </div>
    </main>
  );
}
