import type { ExperienceCard } from '@unspoken/contract/catalogue';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { OutsideLink } from '../pages/outside-link.tsx';
import { Button } from '../ui/button.tsx';
import { Icon } from '../ui/icon.tsx';
import styles from './details.module.css';

/** The video of an experience: played here on request if it is a file of ours, a link to another site otherwise. */
export function CardVideo({ card: { videoUrl, videoTitle } }: { readonly card: ExperienceCard }) {
  const { t } = useTranslation('experiences');
  const [isOpen, setOpen] = useState(false);
  if (videoUrl === null) return null;
  const title = videoTitle ?? t('details.video');
  if (!videoUrl.startsWith('/'))
    return (
      <p>
        <OutsideLink href={videoUrl}>{title}</OutsideLink>
      </p>
    );
  if (!isOpen)
    return (
      <Button onClick={() => setOpen(true)} aria-label={`${t('details.playVideo')}: ${title}`}>
        <Icon name="play" />
        {t('details.playVideo')}
      </Button>
    );
  // biome-ignore lint/a11y/useMediaCaption: a script carries no captions for its video
  return <video className={styles.video} src={videoUrl} controls autoPlay playsInline aria-label={title} />;
}
