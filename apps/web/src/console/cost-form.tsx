import { bookCost } from '@unspoken/contract/finance';
import { type FormEvent, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import forms from '../forms/form.module.css';
import { FormAlert } from '../forms/form-alert.tsx';
import { centsOf } from '../membership/money.ts';
import { call } from '../platform/api.ts';
import { freshUUID } from '../platform/fresh-id.ts';
import { Button } from '../ui/button.tsx';
import { Field } from '../ui/field.tsx';
import { Notice } from '../ui/notice.tsx';
import styles from './console.module.css';

/** Books a cost under the name by which it is published. */
export function CostForm({ onDone }: { readonly onDone: () => Promise<void> }) {
  const { t } = useTranslation('console');
  const id = useRef(freshUUID());
  const [{ name, typed }, setCost] = useState({ name: '', typed: '' });
  const [failure, setFailure] = useState<unknown>();
  const [isDone, setDone] = useState(false);
  const cents = centsOf(typed);
  const book = (event: FormEvent) => {
    event.preventDefault();
    setDone(false);
    setFailure(undefined);
    call(bookCost, { body: { id: id.current, name: name.trim(), amount: cents } }).then(() => {
      id.current = freshUUID();
      setCost({ name: '', typed: '' });
      setDone(true);
      void onDone();
    }, setFailure);
  };
  return (
    <section className={styles.card}>
      <h2>{t('money.cost')}</h2>
      <p>{t('money.costText')}</p>
      {isDone && <Notice>{t('money.costBooked')}</Notice>}
      <FormAlert failure={failure} invalid={false} />
      <form className={forms.form} onSubmit={book}>
        <Field
          label={t('money.costName')}
          maxLength={60}
          value={name}
          onChange={({ target }) => setCost({ name: target.value, typed })}
        />
        <Field
          label={t('money.amount')}
          inputMode="decimal"
          value={typed}
          onChange={({ target }) => setCost({ name, typed: target.value })}
        />
        <div>
          <Button type="submit" disabled={name.trim() === '' || !(cents > 0)}>
            {t('money.costBook')}
          </Button>
        </div>
      </form>
    </section>
  );
}
