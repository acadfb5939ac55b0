import { auditLog } from '@unspoken/contract/administration';
import type { AnswerOf } from '@unspoken/contract/call';
import { useCallback, useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { FormAlert } from '../forms/form-alert.tsx';
import { instantIn } from '../moderation/format.ts';
import { call } from '../platform/api.ts';
import { useTitle } from '../platform/use-title.ts';
import { Button } from '../ui/button.tsx';
import { dotted } from '../ui/dotted.ts';
import styles from './console.module.css';
import { useReasonText } from './reasons.ts';

type Lines = AnswerOf<typeof auditLog>['lines'];
type Kind = Lines[number]['kind'];

/** The actors of entries that no member of the team made. */
const actorLabels: { readonly [kind in Kind]?: 'case.machine' | 'case.themselves' | 'ledger.commandLine' } = {
  held: 'case.machine',
  appealed: 'case.themselves',
  'role granted': 'ledger.commandLine',
  'second factor reset': 'ledger.commandLine',
  'beta access granted': 'ledger.commandLine',
  'membership given': 'ledger.commandLine',
  'beta access revoked': 'ledger.commandLine',
};

/** All entries of the ledger, a hundred at a time. */
export function Ledger() {
  const { t, i18n } = useTranslation('console');
  const reasonText = useReasonText();
  const [lines, setLines] = useState<Lines>([]);
  const [failure, setFailure] = useState<unknown>();
  const [more, setMore] = useState(false);
  const [busy, setBusy] = useState(false);
  useTitle(t('parts.ledger'));
  const load = useCallback(async (before?: number) => {
    setBusy(true);
    try {
      const { lines: found } = await call(auditLog, { body: before === undefined ? {} : { before: String(before) } });
      setLines((known) => (before === undefined ? found : [...known, ...found]));
      setMore(found.length === 100);
    } catch (problem) {
      setFailure(problem);
    } finally {
      setBusy(false);
    }
  }, []);
  useEffect(() => void load(), [load]);
  return (
    <>
      <h1>{t('parts.ledger')}</h1>
      <p>{t('ledger.text')}</p>
      <FormAlert failure={failure} invalid={false} />
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a scrollable box must be reachable by keyboard */}
      <section className={`${styles.card} ${styles.table}`} tabIndex={0} aria-label={t('parts.ledger')}>
        <table>
          <thead>
            <tr>
              {(['number', 'when', 'what', 'who', 'case'] as const).map((column) => (
                <th key={column} scope="col">
                  {t(`ledger.${column}`)}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {lines.map(({ number, at, kind, by, caseID, code }) => (
              <tr key={number}>
                <td>{number}</td>
                <td>{instantIn(i18n.language, at)}</td>
                <td className={styles.what}>{dotted(t(`case.acts.${kind}`), reasonText(kind, code))}</td>
                <td>{by ?? t(actorLabels[kind] ?? 'case.formerColleague')}</td>
                <td>{caseID && <Link to={`/admin/${caseID}`}>{caseID.slice(0, 8)}</Link>}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </section>
      {more && (
        <p>
          <Button busy={busy} onClick={() => load(lines.at(-1)?.number)}>
            {t('ledger.older')}
          </Button>
        </p>
      )}
    </>
  );
}
