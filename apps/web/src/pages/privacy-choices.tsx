import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useObservable } from '../platform/observable.ts';
import { useTitle } from '../platform/use-title.ts';
import { Checkbox } from '../ui/field.tsx';
import { counting, setCounting } from '../visits/counting.ts';
import styles from './pages.module.css';

/** /privacychoices: what is counted, and the switch that stops it. */
export default function PrivacyChoices() {
  const { t } = useTranslation('pages');
  const counts = useObservable(counting);
  const [changed, setChanged] = useState(false);
  useTitle(t('privacychoices.title'));
  return (
    <main className={styles.page}>
      <h1>{t('privacychoices.title')}</h1>
      <p>{t('privacychoices.intro')}</p>
      <Checkbox
        checked={counts}
        onChange={({ target }) => {
          setCounting(target.checked);
          setChanged(true);
        }}
      >
        {t('privacychoices.count')}
      </Checkbox>
      <p role="status">{changed && t('privacychoices.saved')}</p>
      <h2>{t('privacychoices.outside.title')}</h2>
      <p>{t('privacychoices.outside.none')}</p>
      <h2>{t('privacychoices.stored.title')}</h2>
      <p>{t('privacychoices.stored.text')}</p>
    </main>
  );
}
