import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '../../ui/button.tsx';
import own from '../screens/afterwards.module.css';
import styles from '../screens/screens.module.css';

/** How long the button is held until the two circles overlap, ms. */
const holdDuration = 1_200;

interface ThankButtonProps {
  /** The button is held, or let go before its time. */
  readonly onHeld: (isHeld: boolean) => void;
  readonly onThank: () => void;
}

/** Thanks: held until the two circles overlap. A click and a key do it as well. */
export function ThankButton({ onHeld, onThank }: ThankButtonProps) {
  const { t } = useTranslation('encounters');
  const [isHeld, setHeld] = useState(false);
  // What the partner does meanwhile renders the screen again, and must not begin the hold again.
  const thank = useRef(onThank);
  thank.current = onThank;
  useEffect(() => {
    onHeld(isHeld);
    if (!isHeld) return undefined;
    const timer = setTimeout(() => thank.current(), holdDuration);
    return () => clearTimeout(timer);
  }, [isHeld, onHeld]);
  const release = () => setHeld(false);
  return (
    <>
      <Button
        look="primary"
        large
        className={own.hold}
        onPointerDown={() => setHeld(true)}
        onPointerUp={release}
        onPointerLeave={release}
        onPointerCancel={release}
        onClick={onThank}
      >
        {t('digesting.thank')}
      </Button>
      <p className={styles.soft}>{t('digesting.hold')}</p>
    </>
  );
}
