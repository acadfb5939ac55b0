import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { LinkButton } from '../ui/link-button.tsx';
import styles from './pages.module.css';
import { useMember } from './use-member.ts';

/** The way to an account, for those without one. */
export function TakePart() {
  const { t } = useTranslation('gatherings');
  const standing = useMember();
  if (standing === 'unfinished') return <LinkButton to="/">{t('act.finish')}</LinkButton>;
  if (standing !== 'visitor') return null;
  return (
    <div className={styles.takePart}>
      <LinkButton look="primary" to="?auth=register">
        {t('act.account')}
      </LinkButton>
      <Link to="?auth=signin">{t('act.signIn')}</Link>
    </div>
  );
}
