import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { Notice } from '../ui/notice.tsx';

/** In the lobby of a host: former guests have added them, and await an answer. */
export function GuestsAwaitingNotice({ count }: { readonly count: number }) {
  const { t } = useTranslation('circle');
  if (count === 0) return null;
  return <Notice actions={<Link to="/account/circle">{t('guest.answer')}</Link>}>{t('guest.awaiting', { count })}</Notice>;
}
