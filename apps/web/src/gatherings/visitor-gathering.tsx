import { useConfiguration } from '../platform/use-configuration.ts';
import { LinkButton } from '../ui/link-button.tsx';
import { count } from '../visits/counting.ts';
import { NoticeCard, NoticeRoom, Others, When } from './notice-card.tsx';
import { minuteOfDay } from './times.ts';
import { useGatherings } from './use-gatherings.ts';
import { useWords } from './use-words.ts';
import { lobbyView } from './view.ts';

/** The gathering that a visitor could come to next, and the way there. */
export default function VisitorGathering() {
  const { all = [], now, failure } = useGatherings();
  const { durations } = useConfiguration();
  const words = useWords(all);
  const view = lobbyView(all, now, { durations, minuteOfDay }, false);
  const { t, nameOf } = words;
  return (
    <NoticeRoom failure={failure}>
      {view && (
        <NoticeCard
          view={view}
          name={nameOf(view.gathering)}
          when={<When view={view} now={now} words={words} />}
          main={
            <LinkButton to="/?auth=register" onClick={() => count('join pressed')}>
              {t('act.account')}
            </LinkButton>
          }
          step="longest"
          links={<Others view={view} now={now} words={words} />}
        />
      )}
    </NoticeRoom>
  );
}
