import { setPause } from '@unspoken/contract/administration';
import { configuration, type Pause, pauses } from '@unspoken/contract/configuration';
import { type FormEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import forms from '../forms/form.module.css';
import { FormAlert } from '../forms/form-alert.tsx';
import { call } from '../platform/api.ts';
import { useLoaded } from '../platform/use-loaded.ts';
import { useTitle } from '../platform/use-title.ts';
import { Button } from '../ui/button.tsx';
import { Select } from '../ui/field.tsx';
import { Notice } from '../ui/notice.tsx';

/** Shows whether the platform is open, and pauses it. */
export function Platform() {
  const { t } = useTranslation('console');
  // Reads the present state, instead of the state from when this page was loaded.
  const { answer, failure } = useLoaded(configuration);
  useTitle(t('parts.platform'));
  return (
    <>
      <h1>{t('parts.platform')}</h1>
      <p>{t('platform.text')}</p>
      <FormAlert failure={failure} invalid={false} />
      {answer && <PauseForm set={answer.pause} />}
    </>
  );
}

function PauseForm({ set }: { readonly set: Pause }) {
  const { t } = useTranslation('console');
  const [pause, choose] = useState(set);
  const [done, setDone] = useState(false);
  const [failure, setFailure] = useState<unknown>();
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setDone(false);
    call(setPause, { body: { pause } }).then(() => {
      setFailure(undefined);
      setDone(true);
    }, setFailure);
  };
  return (
    <form className={forms.form} onSubmit={submit}>
      {done && <Notice>{t('platform.done')}</Notice>}
      <FormAlert failure={failure} invalid={false} />
      <Select
        label={t('platform.pause')}
        value={pause}
        onChange={({ target }) => choose(pauses.find((each) => each === target.value) ?? 'off')}
      >
        {pauses.map((each) => (
          <option key={each} value={each}>
            {t(`platform.pauses.${each}`)}
          </option>
        ))}
      </Select>
      <div className={forms.buttons}>
        <Button type="submit" look="primary">
          {t('platform.set')}
        </Button>
      </div>
    </form>
  );
}
