import type { BodyInputOf } from '@unspoken/contract/call';
import { editGathering, gatheringLimits, type HostedGathering, proposeGathering } from '@unspoken/contract/gatherings';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import forms from '../forms/form.module.css';
import { FormAlert } from '../forms/form-alert.tsx';
import { FormButtons } from '../forms/form-buttons.tsx';
import { useContractForm } from '../forms/use-contract-form.ts';
import { call } from '../platform/api.ts';
import { Checkbox, Field, Select, TextArea } from '../ui/field.tsx';
import styles from './host.module.css';
import { ownZone, zonesWith } from './hosting.ts';

interface HostFormProps {
  /** The gathering to change; without one the form proposes a new one. */
  readonly gathering?: HostedGathering;
  readonly onDone: () => void;
  readonly onBack: () => void;
}

interface Values {
  readonly name: string;
  readonly date: string;
  readonly time: string;
  readonly zone: string;
  readonly length: string;
  readonly welcomeStatement: string;
  readonly surveyUrl: string;
  readonly isPrivate: boolean;
  readonly listed: boolean;
}

const blank = (): Values => ({
  ...{ name: '', date: '', time: '20:00', zone: ownZone(), length: '15' },
  ...{ welcomeStatement: '', surveyUrl: '', isPrivate: true, listed: false },
});

/** What the host has entered last, also if nobody has decided about it yet. */
function entered({ pending, ...gathering }: HostedGathering): Values {
  const { name, date, time, zone, length, welcomeStatement, surveyUrl } = pending ?? gathering;
  const { isPrivate, listed } = gathering;
  return { name, date, time, zone, length: String(length), welcomeStatement, surveyUrl: surveyUrl ?? '', isPrivate, listed };
}

/** The form of a gathering: to propose one, or to change one. */
export function HostForm({ gathering, onDone, onBack }: HostFormProps) {
  const { t } = useTranslation('hosting');
  const initial = gathering ? entered(gathering) : blank();
  const zones = useMemo(() => zonesWith(initial.zone), [initial.zone]);
  const form = useContractForm<Values>(proposeGathering.body, initial, async (values) => {
    const body = values as BodyInputOf<typeof proposeGathering>;
    if (gathering) await call(editGathering, { body: { ...body, gatheringID: gathering.gatheringID } });
    else await call(proposeGathering, { body });
    onDone();
  });
  const { leastLength, greatestLength } = gatheringLimits;
  // Who can find it, and where people meet, stays as those who have registered know it.
  const isFixed = gathering?.state === 'approved';
  return (
    <form className={`${forms.form} ${styles.form}`} onSubmit={form.submit} noValidate>
      <h2>{t(gathering ? 'form.edit' : 'form.propose')}</h2>
      {isFixed && <p className={styles.soft}>{t('form.newDecision')}</p>}
      <FormAlert {...form.alert} />
      <Field label={t('form.name')} maxLength={gatheringLimits.name} {...form.field('name')} />
      <div className={styles.row}>
        <Field label={t('form.date')} type="date" {...form.field('date')} />
        <Field label={t('form.time')} type="time" {...form.field('time')} />
        <Field
          label={t('form.length')}
          type="number"
          inputMode="numeric"
          min={leastLength}
          max={greatestLength}
          hint={t('form.lengthHint', { least: leastLength, greatest: greatestLength })}
          {...form.field('length')}
        />
      </div>
      <Select label={t('form.zone')} {...form.field('zone')}>
        {zones.map((zone) => (
          <option key={zone} value={zone}>
            {zone.replaceAll('_', ' ')}
          </option>
        ))}
      </Select>
      <TextArea
        label={t('form.welcome')}
        hint={t('form.welcomeHint')}
        rows={5}
        maxLength={gatheringLimits.welcomeStatement}
        {...form.field('welcomeStatement')}
      />
      <Field label={t('form.survey')} inputMode="url" hint={t('form.surveyHint')} {...form.field('surveyUrl')} />
      {!isFixed && (
        <div>
          <Checkbox {...form.field('isPrivate')}>{t('form.isPrivate')}</Checkbox>
          <Checkbox {...form.field('listed')}>{t('form.listed')}</Checkbox>
        </div>
      )}
      <FormButtons
        submit={t(gathering ? 'form.save' : 'form.send')}
        submitting={form.submitting}
        cancel={t('form.back')}
        onCancel={onBack}
      />
    </form>
  );
}
