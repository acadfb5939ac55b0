import { useTranslation } from 'react-i18next';
import styles from '../pages/brand.module.css';

/** A quotation from a user. */
export function Testimonial() {
  const { t } = useTranslation('lobby');
  const { t: brandText } = useTranslation('brand');
  return (
    <figure className={styles.testimonial}>
      <h2>{t('testimonial.title')}</h2>
      <blockquote>
        <p>{brandText('testimonial.text')}</p>
      </blockquote>
      <figcaption>{brandText('testimonial.by')}</figcaption>
    </figure>
  );
}
