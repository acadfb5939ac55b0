import type { ExperienceCard } from '@unspoken/contract/catalogue';
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { OutsideLink } from '../pages/outside-link.tsx';
import { Button } from '../ui/button.tsx';
import { Icon } from '../ui/icon.tsx';
import styles from './details.module.css';

/** The video of an experience: played here on request if it is a file of ours, a link to another site otherwise. */
export function CardVideo({ card }: { readonly card: ExperienceCard }) {
  const { t } = useTranslation('experiences');
  const [isOpen, setOpen] = useState(false);
  const { videoUrl, videoTitle } = card;
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
  return <Player {...card} title={title} />;
}

type PlayerProps = Pick<ExperienceCard, 'videoUrl' | 'videoCaptions'> & { readonly title: string };

function Player({ videoUrl, videoCaptions, title }: PlayerProps) {
  const { i18n } = useTranslation();
  const video = useRef<HTMLVideoElement>(null);
  useEffect(() => {
    if (!video.current || videoCaptions.length === 0) return;
    // A track cannot be removed again: one that is there already is used.
    const track = video.current.textTracks[0] ?? video.current.addTextTrack('captions', title, i18n.language);
    track.mode = 'showing';
    for (const cue of [...(track.cues ?? [])]) track.removeCue(cue);
    for (const { from, to, text } of videoCaptions) track.addCue(new VTTCue(from / 1_000, to / 1_000, text));
  }, [videoCaptions, title, i18n.language]);
  // biome-ignore lint/a11y/useMediaCaption: its captions are set above
  return <video ref={video} className={styles.video} src={videoUrl ?? ''} controls autoPlay playsInline aria-label={title} />;
}
