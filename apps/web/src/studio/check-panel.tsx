import { submitDraft, withdrawSubmission } from '@unspoken/contract/studio';
import { memo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { FormAlert } from '../forms/form-alert.tsx';
import { CallError, call } from '../platform/api.ts';
import { Button } from '../ui/button.tsx';
import { Checkbox } from '../ui/field.tsx';
import { Decision } from './decision.tsx';
import type { DraftKeeper } from './draft-keeper.ts';
import { FindingText } from './finding-text.tsx';
import type { Finding } from './findings.ts';
import type { OwnExperience } from './own-experience.ts';
import styles from './studio.module.css';
import { useAct } from './use-act.ts';

interface CheckPanelProps {
  readonly experience: OwnExperience;
  readonly findings: readonly Finding[];
  /** Where a finding is, in words. */
  readonly placeOf: (finding: Finding) => string;
  readonly onFinding: (finding: Finding) => void;
  readonly keeper: DraftKeeper;
  readonly onChanged: (experience: OwnExperience) => void;
}

/** What the script still breaks of the rules; then the checklist, and the way to the review. */
export const CheckPanel = memo(function CheckPanel({ experience, findings, placeOf, onFinding, ...submitting }: CheckPanelProps) {
  const { t } = useTranslation('studio');
  return (
    <section className={styles.check} aria-label={t('check.title')}>
      <h2>{t('check.title')}</h2>
      <p role="status">{findings.length === 0 ? t('check.good') : t('check.findings', { count: findings.length })}</p>
      {findings.length > 0 && (
        <ul className={styles.list}>
          {findings.map((finding) => (
            <li key={`${finding.rule} ${finding.place} ${finding.language}`}>
              <button type="button" onClick={() => onFinding(finding)}>
                <strong>{placeOf(finding)}</strong> <FindingText finding={finding} />
              </button>
            </li>
          ))}
        </ul>
      )}
      <Submission experience={experience} isProven={findings.length === 0} {...submitting} />
    </section>
  );
});

interface SubmissionProps extends Pick<CheckPanelProps, 'experience' | 'keeper' | 'onChanged'> {
  readonly isProven: boolean;
}

function Submission({ experience, isProven, keeper, onChanged }: SubmissionProps) {
  const { t } = useTranslation('studio');
  const { isBusy, failure, act } = useAct();
  const [checked, setChecked] = useState({ rights: false, noPromotion: false });
  const { type, isInReview, state, versions } = experience;
  const change = (send: () => Promise<{ experience: OwnExperience }>) =>
    act(async () => {
      onChanged((await send()).experience);
      setChecked({ rights: false, noPromotion: false });
    });
  const submit = () =>
    change(async () => {
      await keeper.flush();
      return call(submitDraft, { body: { type, revision: keeper.revision, ...checked } });
    });
  const withdraw = () => change(() => call(withdrawSubmission, { body: { type } }));
  const needsPage = failure instanceof CallError && failure.code === 'page_needed';
  return (
    <div className={styles.submission}>
      <FormAlert failure={failure} invalid={false}>
        {needsPage && ' '}
        {needsPage && <Link to="/studio/profile">{t('list.toPage')}</Link>}
      </FormAlert>
      {isInReview ? (
        <>
          <p>{t('check.waiting', { number: versions[0]?.number })}</p>
          <Button busy={isBusy} onClick={withdraw}>
            {t('check.withdraw')}
          </Button>
        </>
      ) : state === 'retired' ? (
        <p>{t('check.retired')}</p>
      ) : (
        <>
          <Decision experience={experience} />
          <Checkbox checked={checked.rights} onChange={({ target }) => setChecked({ ...checked, rights: target.checked })}>
            {t('check.rights')}
          </Checkbox>
          <Checkbox
            checked={checked.noPromotion}
            onChange={({ target }) => setChecked({ ...checked, noPromotion: target.checked })}
          >
            {t('check.noPromotion')}
          </Checkbox>
          {!isProven && <p className={styles.note}>{t('check.notYet')}</p>}
          <Button look="primary" busy={isBusy} disabled={!isProven || !checked.rights || !checked.noPromotion} onClick={submit}>
            {t('check.submit')}
          </Button>
        </>
      )}
    </div>
  );
}
