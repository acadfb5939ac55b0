import { useCallback, useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { copyText } from '../platform/clipboard.ts';
import profile from '../profile/profile.module.css';
import { useSession } from '../session/use-session.ts';
import { Button } from '../ui/button.tsx';
import { Notice } from '../ui/notice.tsx';
import { type Row, type RowName, type Rows, rowNames, runChecks, untried, verdictOf } from './checks.ts';
import styles from './testing.module.css';

/** /testing/testrtc: whether a minute would work from here, and if not, why. Nothing of it is kept. */
export default function ConnectionTest() {
  const { t } = useTranslation('testing');
  const { ready, user } = useSession();
  const [rows, setRows] = useState<Rows>();
  const [copied, setCopied] = useState(false);
  const run = useCallback(() => {
    setCopied(false);
    setRows(untried);
    void runChecks((name, row) => setRows((known) => ({ ...(known ?? untried), [name]: row })));
  }, []);
  useEffect(() => setRows((known) => (known && verdictOf(known) === 'visitor' && user ? undefined : known)), [user]);
  const verdict = rows && verdictOf(rows);
  const copy = () => void copyText(rows ? reportOf(rows) : '').then(setCopied);
  return (
    <main className={profile.profile}>
      <h1>{t('title')}</h1>
      <p>{t('text')}</p>
      <div role="status">
        {verdict && (
          <Notice kind={verdict === 'good' || verdict === 'visitor' || verdict === 'running' ? 'calm' : 'problem'}>
            {t(`verdict.${verdict}`)}
          </Notice>
        )}
      </div>
      {rows && (
        <ul className={`${profile.card} ${profile.list}`}>
          {rowNames.map((name) => (
            <Line key={name} name={name} row={rows[name]} />
          ))}
        </ul>
      )}
      <div className={styles.buttons}>
        <Button look="primary" disabled={!ready || verdict === 'running'} onClick={run}>
          {t(rows ? 'again' : 'start')}
        </Button>
        {rows && verdict !== 'running' && <Button onClick={copy}>{t(copied ? 'copied' : 'copy')}</Button>}
      </div>
      {rows && verdict !== 'running' && (
        <details>
          <summary>{t('report')}</summary>
          <pre className={styles.report} data-testid="report">
            {reportOf(rows)}
          </pre>
        </details>
      )}
      <p>
        <Link to="/">{t('home')}</Link>
      </p>
    </main>
  );
}

function Line({ name, row: { state, detail } }: { readonly name: RowName; readonly row: Row }) {
  const { t } = useTranslation('testing');
  return (
    <li className={profile.row} data-row={name} data-state={state}>
      <span className={profile.value}>
        {t(`rows.${name}`)}
        {detail && <span className={profile.note}>{detail}</span>}
      </span>
      <span className={styles[state]}>{t(`states.${state}`)}</span>
    </li>
  );
}

/** For the person who is asked for help: the same in every language. */
const reportOf = (rows: Rows): string =>
  [
    `${new Date().toISOString()} ${location.origin}`,
    navigator.userAgent,
    ...rowNames.map(
      (name: RowName) => `${name}: ${rows[name].state}${rows[name].detail ? ` (${(rows[name] as Row).detail})` : ''}`,
    ),
    `verdict: ${verdictOf(rows)}`,
  ].join('\n');
