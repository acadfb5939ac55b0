import { useTranslation } from 'react-i18next';
import { ownBrowser } from '../platform/browser.ts';
import { Button } from '../ui/button.tsx';
import { Dialog } from '../ui/dialog.tsx';
import styles from './install.module.css';

interface InstallSheetProps {
  readonly open: boolean;
  readonly onClose: () => void;
}

/** How the product comes to the home screen of an iPhone or iPad, which no page can do by itself, and what it is good for. */
export function InstallSheet({ open, onClose }: InstallSheetProps) {
  const { t } = useTranslation('install');
  const { t: common } = useTranslation();
  if (!open) return null;
  const [beforeIcon, afterIcon] = t('sheet.share', { icon: '|' }).split('|');
  return (
    <Dialog title={t('sheet.title')} closeLabel={common('close')} onClose={onClose}>
      <p>{t('sheet.why')}</p>
      <ol className={styles.steps}>
        {/* A page inside another application has no Share button of a browser. */}
        {ownBrowser() === 'inApp' && <li>{t('sheet.openSafari')}</li>}
        <li>
          {beforeIcon}
          <ShareIcon />
          {afterIcon}
        </li>
        <li>{t('sheet.add')}</li>
        <li>{t('sheet.open')}</li>
      </ol>
      <Button data-first onClick={onClose}>
        {t('sheet.done')}
      </Button>
    </Dialog>
  );
}

/** As the button looks on these devices: the word alone is shown nowhere there. */
function ShareIcon() {
  return (
    <svg className={styles.share} viewBox="0 0 24 24" aria-hidden="true">
      <path d="M12 14.5V3.5M8 7l4-4 4 4M8.5 10H6v10.5h12V10h-2.5" />
    </svg>
  );
}
