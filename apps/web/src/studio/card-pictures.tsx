import type { Language } from '@unspoken/contract/languages';
import { type ComponentProps, useCallback, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { languageNames } from '../platform/i18n.ts';
import { Field } from '../ui/field.tsx';
import { CaptionsTable } from './captions-table.tsx';
import { changeFrame, type Frame, withText } from './document.ts';
import { writeVideoCues } from './draft-sounds.ts';
import { FileSlot } from './files/file-slot.tsx';
import type { Finding } from './findings.ts';
import { wordOf } from './history.ts';
import styles from './studio.module.css';
import type { Apply } from './use-draft.ts';

interface CardPicturesProps {
  readonly frame: Frame;
  readonly language: Language;
  /** About the video. */
  readonly findings: readonly Finding[];
  readonly apply: Apply;
}

type Video = NonNullable<Frame['video']>;

/** An address that a draft can hold: what is typed is stored once it is one. */
const isAddress = (url: string): boolean => /^https:\/\/\S+$/.test(url);

/** An address as people type it. */
const completed = (url: string): string => (/^(?!\w+:)\S+\.\S+$/.test(url) ? `https://${url}` : url);

/** The picture of the card, and a video that says more: one's own file, or a link. */
export function CardPictures({ frame, language, findings, apply }: CardPicturesProps) {
  const { t } = useTranslation('studio');
  const { backgroundImage, video } = frame;
  const link = video && isAddress(video.url) ? video.url : '';
  const player = useRef<HTMLMediaElement>(null);
  const write: ComponentProps<typeof CaptionsTable>['write'] = useCallback(
    (make, group) => apply((document) => writeVideoCues(document, language, make), group),
    [apply, language],
  );
  const [typed, setTyped] = useState<string>();
  const set = (change: Partial<Frame>, group?: string) => apply((document) => changeFrame(document, change), group);
  const setVideo = (change: Partial<Video> | undefined, group?: string) =>
    apply(
      (document) => changeFrame(document, { video: change && { url: '', title: {}, ...document.frame.video, ...change } }),
      group,
    );
  return (
    <>
      <FileSlot
        id="backgroundImage"
        kind="image"
        label={t('frame.picture')}
        value={backgroundImage}
        onChange={(media) => set({ backgroundImage: media })}
      />
      <div className={styles.texts}>
        <FileSlot
          id="video"
          kind="video"
          label={t('frame.video')}
          value={video && !link ? video.url : undefined}
          onChange={(media) => setVideo(media === undefined ? undefined : { url: media })}
          player={player}
        />
        {video && !link && (
          <CaptionsTable
            key={language}
            {...{ language, player, findings }}
            media={video.url}
            cues={video.captions?.[language] ?? []}
            write={write}
          />
        )}
        <Field
          label={t('frame.videoLink')}
          hint={t('frame.videoLinkHint')}
          type="url"
          maxLength={2_000}
          value={typed ?? link}
          error={typed !== undefined && typed !== '' && !isAddress(typed) ? t('frame.videoLinkInvalid') : undefined}
          onChange={({ target }) => setTyped(target.value)}
          onBlur={() => {
            const url = typed && completed(typed.trim());
            if (url === undefined || (url !== '' && !isAddress(url))) return;
            setTyped(undefined);
            if (url !== link) setVideo(url === '' ? undefined : { url });
          }}
        />
        {video && (
          <Field
            label={t('frame.videoTitle', { language: languageNames[language] })}
            lang={language}
            maxLength={80}
            value={video.title[language] ?? ''}
            onChange={({ target: { value } }) =>
              setVideo({ title: withText(video.title, language, value) }, wordOf(`video ${language}`, value))
            }
          />
        )}
      </div>
    </>
  );
}
