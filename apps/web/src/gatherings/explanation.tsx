import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import styles from './explanation.module.css';

/**
 * A question mark that explains gatherings: by hovering, by pressing, and by keyboard. What it shows stays until the pointer or the
 * focus leaves it, or Escape is pressed. Source: WCAG 2.2, 1.4.13.
 */
export function Explanation() {
  const { t } = useTranslation('gatherings');
  const [isOpen, setOpen] = useState(false);
  const box = useRef<HTMLSpanElement>(null);
  useEffect(() => {
    if (!isOpen) return undefined;
    // A touch beside it moves no focus in some browsers.
    const pressed = ({ target }: PointerEvent) => box.current?.contains(target as Node) || setOpen(false);
    document.addEventListener('pointerdown', pressed);
    return () => document.removeEventListener('pointerdown', pressed);
  }, [isOpen]);
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the button inside is what is operated
    <span
      ref={box}
      className={styles.explanation}
      onPointerEnter={({ pointerType }) => pointerType === 'mouse' && setOpen(true)}
      onPointerLeave={({ pointerType }) => pointerType === 'mouse' && setOpen(false)}
      onBlur={({ relatedTarget }) => box.current?.contains(relatedTarget) || setOpen(false)}
      onKeyDown={({ key }) => key === 'Escape' && setOpen(false)}
    >
      <button
        type="button"
        aria-label={t('explain.label')}
        aria-expanded={isOpen}
        // A mouse that presses it has opened it already by hovering.
        onClick={({ nativeEvent }) => setOpen((nativeEvent as PointerEvent).pointerType === 'mouse' || !isOpen)}
      >
        ?
      </button>
      <span role="status">{isOpen && <span className={styles.bubble}>{t('explain.text')}</span>}</span>
    </span>
  );
}
