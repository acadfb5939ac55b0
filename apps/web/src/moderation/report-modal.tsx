import { limits } from '@unspoken/contract/limits';
import { type ReportReason, reportBody, reportReasons, userReport } from '@unspoken/contract/reports';
import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import { encounter, isSearching } from '../encounters/current.ts';
import styles from '../forms/form.module.css';
import { FormAlert } from '../forms/form-alert.tsx';
import { FormButtons } from '../forms/form-buttons.tsx';
import { useContractForm } from '../forms/use-contract-form.ts';
import { call } from '../platform/api.ts';
import { useObservable } from '../platform/observable.ts';
import { session, signOut } from '../session/session.ts';
import { Dialog } from '../ui/dialog.tsx';
import { Checkbox, TextArea } from '../ui/field.tsx';
import { keyOf } from './format.ts';
import own from './report-modal.module.css';
import { reporting, reportSent } from './reporting.ts';

interface Values {
  readonly roomID: string;
  readonly position: number;
  readonly selectedOptions: ReportReason[];
  readonly reportExplanation: string;
}

const groups = Object.keys(reportReasons) as (keyof typeof reportReasons)[];

/** Reports an encounter in two actions: choose, and send. */
export function ReportModal() {
  const { t } = useTranslation('moderation');
  const room = useObservable(reporting);
  const close = () => reporting.set(undefined);
  const form = useContractForm<Values>(
    reportBody,
    { roomID: room?.roomID ?? '', position: room?.position ?? 1, selectedOptions: [], reportExplanation: '' },
    async (values) => {
      await call(userReport, { body: { ...values, selectedOptions: JSON.stringify(values.selectedOptions) } });
      const byGuest = session.get().user?.role === 'experienceGuest';
      reportSent.set({ byGuest });
      close();
      encounter.get()?.send({ type: 'report sent', roomID: values.roomID });
      // A search would lead into a room behind the screen that follows.
      if (isSearching.get()) encounter.get()?.send({ type: 'cancel pressed' });
      // A guest account is good for one encounter, and this was it.
      if (byGuest) await signOut();
    },
    { focusFirst: false },
  );
  const { error: reasonMissing, ...options } = form.field('selectedOptions');
  const { error, ...explanation } = form.field('reportExplanation');
  // The explanation is needed for "something else" alone, which may no longer be chosen.
  const explanationMissing = form.watch('selectedOptions').includes('other') ? error : undefined;
  const missing = reasonMissing ? t('report.incomplete.reason') : explanationMissing && t('report.incomplete.explanation');
  const note = useId();
  const reasons = { ...options, ...(reasonMissing && { 'aria-invalid': true, 'aria-describedby': note }) };
  return (
    <Dialog title={t('report.title')} closeLabel={t('report.close')} onClose={close}>
      <form className={`${styles.form} ${own.form}`} onSubmit={form.submit} noValidate>
        <FormAlert
          failure={form.alert.failure}
          invalid={missing !== undefined}
          invalidText={missing}
          serverError={t('report.failed')}
        />
        <p>{t('report.text')}</p>
        {reasonMissing && (
          <p id={note} className={own.missing}>
            {reasonMissing}
          </p>
        )}
        {groups.map((group) => (
          <fieldset key={group} className={styles.group}>
            <legend>{t(`report.groups.${group}`)}</legend>
            {reportReasons[group].map((reason) => (
              <Checkbox key={reason} {...reasons} value={reason}>
                {t(`report.reasons.${keyOf(reason)}`)}
              </Checkbox>
            ))}
          </fieldset>
        ))}
        <Checkbox {...reasons} value="other">
          {t('report.other')}
        </Checkbox>
        <TextArea
          label={t('report.explanation')}
          maxLength={limits.textarea}
          rows={3}
          {...explanation}
          error={explanationMissing}
        />
        <div className={own.send}>
          <FormButtons submit={t('report.send')} submitting={form.submitting} cancel={t('report.cancel')} onCancel={close} />
        </div>
      </form>
    </Dialog>
  );
}
