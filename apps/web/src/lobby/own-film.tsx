import { useTranslation } from 'react-i18next';
import type { OwnFilm as Files } from '../platform/brand.ts';
import { languageNames } from '../platform/i18n.ts';
import styles from './player.module.css';
import type { PlayerProps } from './player-props.ts';

/** The operator's film. Only the poster and the captions load before it is played. */
export function OwnFilm({ film, onEvent }: PlayerProps & { readonly film: Files }) {
  const { t, i18n } = useTranslation('lobby');
  const { videos, poster, captions } = film;
  const shown = captions.some(({ language }) => language === i18n.language) ? i18n.language : 'en';
  return (
    <section className={styles.player} aria-label={t('player.film')}>
      {/* biome-ignore lint/a11y/useMediaCaption: the build requires captions for every film */}
      <video
        // A browser reads which captions to show only when it opens the film.
        key={shown}
        className={styles.video}
        controls
        playsInline
        preload="none"
        poster={poster}
        onPlay={() => onEvent('play')}
        // A film that ends is paused by that.
        onPause={({ currentTarget }) => !currentTarget.ended && onEvent('pause')}
        onEnded={() => onEvent('ended')}
      >
        {videos.map(({ src, type }) => (
          <source key={src} src={src} type={type} />
        ))}
        {captions.map(({ src, language }) => (
          <track
            key={src}
            kind="captions"
            src={src}
            srcLang={language}
            label={languageNames[language]}
            default={language === shown}
          />
        ))}
      </video>
    </section>
  );
}
