import type { Subscription } from '@unspoken/contract/accounts';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import styles from './profile.module.css';
import { subscriptionState } from './subscription.ts';

/** The title of the user's membership and its state. */
export function SubscriptionState({ subscription }: { readonly subscription: Subscription }) {
  const { t, i18n } = useTranslation('settings');
  const { state, until } = subscriptionState(subscription);
  const date = until && new Intl.DateTimeFormat(i18n.language, { dateStyle: 'long' }).format(new Date(until));
  return (
    <div className={styles.row}>
      <span className={styles.label}>{t('profile.membership')}</span>
      <span className={styles.value}>
        {t(`subscription.${state}.title`)}
        <span className={styles.note}>{t(`subscription.${state}.text`, { date })}</span>
      </span>
      <Link
        to="/account/membership"
        className={styles.link}
        aria-label={t('profile.named', { action: t('profile.look'), what: t('profile.membership') })}
      >
        {t('profile.look')}
      </Link>
    </div>
  );
}
