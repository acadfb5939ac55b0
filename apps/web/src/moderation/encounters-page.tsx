import { type RecentEncounter, recentEncounters } from '@unspoken/contract/encounters';
import { blockPartner } from '@unspoken/contract/reports';
import type { Position } from '@unspoken/contract/rooms';
import { type OwnReport, ownReports } from '@unspoken/contract/standing';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ConfirmDialog } from '../forms/confirm-dialog.tsx';
import { FormAlert } from '../forms/form-alert.tsx';
import { call } from '../platform/api.ts';
import { useLoaded } from '../platform/use-loaded.ts';
import profile from '../profile/profile.module.css';
import { Button } from '../ui/button.tsx';
import { instantIn } from './format.ts';
import own from './moderation.module.css';
import { reporting } from './reporting.ts';

/** /account/encounters: what can still be reported, and the outcome of the user's reports. Nothing about the partners. */
export default function EncountersPage() {
  const { t } = useTranslation('dueprocess');
  const { t: report } = useTranslation('moderation');
  const { answer, failure, setFailure, load } = useLoaded(recentEncounters);
  const reports = useLoaded(ownReports);
  const [blocking, setBlocking] = useState<RecentEncounter>();
  const encounters = answer?.encounters;
  const loadReports = reports.load;
  // Loaded again when a report has been sent or given up.
  useEffect(
    () =>
      reporting.subscribe(() => {
        if (reporting.get() !== undefined) return;
        void load();
        void loadReports();
      }),
    [load, loadReports],
  );
  const block = ({ roomID, position }: RecentEncounter) => {
    setBlocking(undefined);
    call(blockPartner, { body: { roomID, position: String(position) } }).then(load, setFailure);
  };
  return (
    <main className={profile.profile}>
      <h1>{t('encounters.title')}</h1>
      <p>{t('encounters.text')}</p>
      <FormAlert failure={failure ?? reports.failure} invalid={false} />
      {encounters === undefined && failure === undefined && <p role="status">{t('encounters.loading')}</p>}
      {encounters?.length === 0 && <p className={profile.card}>{t('encounters.none')}</p>}
      {encounters && encounters.length > 0 && (
        <ul className={`${profile.card} ${profile.list}`}>
          {encounters.map((each) => (
            <Entry key={each.roomID} encounter={each} onBlock={() => setBlocking(each)} />
          ))}
        </ul>
      )}
      {reports.answer && reports.answer.reports.length > 0 && <Reports reports={reports.answer.reports} />}
      {blocking && (
        <ConfirmDialog
          title={t('block.title')}
          text={t('block.text')}
          yes={t('block.yes')}
          no={t('block.no')}
          closeLabel={report('report.close')}
          onYes={() => block(blocking)}
          onNo={() => setBlocking(undefined)}
        />
      )}
    </main>
  );
}

function Entry({ encounter, onBlock }: { readonly encounter: RecentEncounter; readonly onBlock: () => void }) {
  const { t, i18n } = useTranslation('dueprocess');
  const { t: report } = useTranslation('moderation');
  const { roomID, position, at, duration, reported, apart } = encounter;
  const when = instantIn(i18n.language, at);
  const seconds = Math.round(duration / 1_000);
  return (
    <li className={profile.row}>
      <span className={profile.value}>
        {when}
        <span className={profile.note}>
          {seconds > 0 ? t('encounters.lasted', { count: seconds }) : t('encounters.notBegun')}
        </span>
        {apart && <span className={profile.note}>{t('encounters.apart')}</span>}
      </span>
      <span className={own.choices}>
        {reported ? (
          <span className={profile.note}>{t('encounters.reported')}</span>
        ) : (
          <Button
            look="quiet"
            className={profile.change}
            aria-label={t('encounters.report', { when })}
            onClick={() => reporting.set({ roomID, position: position as Position })}
          >
            {report('report.open')}
          </Button>
        )}
        {!apart && (
          <Button look="quiet" className={profile.change} aria-label={t('encounters.blockNamed', { when })} onClick={onBlock}>
            {t('encounters.block')}
          </Button>
        )}
      </span>
    </li>
  );
}

/** The receipts of the user's reports, and the outcome of each. */
function Reports({ reports }: { readonly reports: readonly OwnReport[] }) {
  const { t, i18n } = useTranslation('dueprocess');
  return (
    <>
      <h2>{t('reports.title')}</h2>
      <p>{t('reports.text')}</p>
      <ul className={`${profile.card} ${profile.list}`}>
        {reports.map(({ reportID, at, state }) => (
          <li key={reportID} className={profile.row}>
            <span className={profile.value}>
              {instantIn(i18n.language, at)}
              <span className={profile.note}>{t('reports.receipt', { receipt: reportID.slice(0, 8) })}</span>
            </span>
            <span className={profile.note}>{t(`reports.states.${state}`)}</span>
          </li>
        ))}
      </ul>
    </>
  );
}
