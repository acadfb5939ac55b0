import { type RecentEncounter, recentEncounters } from '@unspoken/contract/encounters';
import type { Position } from '@unspoken/contract/rooms';
import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { FormAlert } from '../forms/form-alert.tsx';
import { useLoaded } from '../platform/use-loaded.ts';
import profile from '../profile/profile.module.css';
import { Button } from '../ui/button.tsx';
import { reporting } from './reporting.ts';

/** /account/encounters: what can still be reported. Nothing about the partners. */
export default function EncountersPage() {
  const { t } = useTranslation('moderation');
  const { answer, failure, load } = useLoaded(recentEncounters);
  const encounters = answer?.encounters;
  // Again when a report has been sent, or given up.
  useEffect(() => reporting.subscribe(() => void (reporting.get() === undefined && load())), [load]);
  return (
    <main className={profile.profile}>
      <h1>{t('encounters.title')}</h1>
      <p>{t('encounters.text')}</p>
      <FormAlert failure={failure} invalid={false} />
      {encounters === undefined && failure === undefined && <p role="status">{t('encounters.loading')}</p>}
      {encounters?.length === 0 && <p className={profile.card}>{t('encounters.none')}</p>}
      {encounters && encounters.length > 0 && (
        <ul className={`${profile.card} ${profile.list}`}>
          {encounters.map((each) => (
            <Entry key={each.roomID} encounter={each} />
          ))}
        </ul>
      )}
    </main>
  );
}

function Entry({ encounter: { roomID, position, at, duration, reported } }: { readonly encounter: RecentEncounter }) {
  const { t, i18n } = useTranslation('moderation');
  const when = new Intl.DateTimeFormat(i18n.language, { dateStyle: 'medium', timeStyle: 'short' }).format(at);
  const seconds = Math.round(duration / 1_000);
  return (
    <li className={profile.row}>
      <span className={profile.value}>
        {when}
        <span className={profile.note}>
          {seconds > 0 ? t('encounters.lasted', { count: seconds }) : t('encounters.notBegun')}
        </span>
      </span>
      {reported ? (
        <span className={profile.note}>{t('encounters.reported')}</span>
      ) : (
        <Button
          look="quiet"
          className={profile.change}
          aria-label={t('encounters.report', { when })}
          onClick={() => reporting.set({ roomID, position: position as Position })}
        >
          {t('report.open')}
        </Button>
      )}
    </li>
  );
}
