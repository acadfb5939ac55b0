import type { User } from '@unspoken/contract/accounts';
import type { AnswerOf, BodyInputOf } from '@unspoken/contract/call';
import { createPayment, type PaymentType, paymentBody, type paymentCountries } from '@unspoken/contract/payments';
import { useRef, useState } from 'react';
import { Link } from 'react-router';
import forms from '../forms/form.module.css';
import { FormAlert } from '../forms/form-alert.tsx';
import { useContractForm } from '../forms/use-contract-form.ts';
import { CallError, call } from '../platform/api.ts';
import { freshUUID } from '../platform/fresh-id.ts';
import { Button } from '../ui/button.tsx';
import { Field, Select } from '../ui/field.tsx';
import { AmountChoice, type ChosenAmount } from './amount-choice.tsx';
import styles from './membership.module.css';
import { centsOf } from './money.ts';
import { PurposeChoice } from './purpose-choice.tsx';
import { useMoney } from './use-money.ts';

type Order = BodyInputOf<typeof createPayment>;
type Countries = AnswerOf<typeof paymentCountries>['countriesList'];

/** Suggested while no country is chosen: the middle of the three. Source: requirements/membership 5.14. */
const suggestedAnywhere = [800, 1_200, 2_000];

/** Amount and payer. Sending it begins the payment, and leads to its page by loading that: it has a policy of its own. */
export function OrderForm(props: { readonly type: PaymentType; readonly user: User; readonly countries: Countries }) {
  const { type, user, countries } = props;
  const { t } = useMoney();
  const attempt = useRef({ sent: '', id: freshUUID() });
  const form = useContractForm<Order>(
    paymentBody,
    {
      ...{ paymentType: type, country: '', amount: '', confirmedAmount: 'false', attemptID: attempt.current.id },
      ...{ email: user.email, first_name: '', last_name: '', postal_code: '', purpose: 'donation' },
    },
    async (values) => {
      const { attemptID: _, ...order } = values;
      const sent = JSON.stringify(order);
      // What is sent again is the same attempt, until something in it has changed.
      if (attempt.current.sent !== '' && attempt.current.sent !== sent) attempt.current.id = freshUUID();
      attempt.current.sent = sent;
      const { paymentRecordId } = await call(createPayment, { body: { ...order, attemptID: attempt.current.id } });
      location.assign(`/payment/${paymentRecordId}`);
      // The form stays busy until the page has gone.
      await new Promise(() => {});
    },
    { focusFirst: false },
  );
  const [chosen, setChosen] = useState<ChosenAmount>({ suggestion: undefined, typed: '', isConfirmed: false });
  const suggestionsIn = (code: string | undefined) =>
    countries.find((each) => each.code === code)?.suggestions ?? suggestedAnywhere;
  const centsIn = ({ suggestion, typed }: ChosenAmount) => (suggestion === 'other' ? centsOf(typed) : (suggestion ?? Number.NaN));
  const change = (next: ChosenAmount) => {
    const cents = centsIn(next);
    setChosen(next);
    const shouldValidate = form.alert.invalid;
    form.set('confirmedAmount', next.isConfirmed ? 'true' : 'false', { shouldValidate });
    form.set('amount', Number.isNaN(cents) ? '' : cents, { shouldValidate });
  };
  const country = form.field('country');
  return (
    <form className={forms.form} onSubmit={form.submit} noValidate>
      <FormAlert {...form.alert}>
        {form.alert.failure instanceof CallError && form.alert.failure.code === 'membership_exists' && (
          <>
            {' '}
            <Link to="/account/membership">{t('join.own')}</Link>
          </>
        )}
      </FormAlert>
      <CountrySelect
        countries={countries}
        {...country}
        onChange={(event) => {
          const suggestions = suggestionsIn(event.target.value);
          const { suggestion } = chosen;
          // An amount that was chosen stays, also where it is not suggested.
          if (typeof suggestion === 'number' && !suggestions.includes(suggestion))
            change({ ...chosen, suggestion: 'other', typed: `${suggestion / 100}` });
          return country.onChange(event);
        }}
      />
      <AmountChoice
        {...{ type, chosen, suggestions: suggestionsIn(form.watch('country')), cents: centsIn(chosen) }}
        error={form.field('amount').error}
        onChange={change}
      />
      {type === 'donation' && <PurposeChoice {...form.field('purpose')} />}
      <fieldset className={styles.payer}>
        <legend>{t('details.title')}</legend>
        <Field label={t('details.email')} type="email" autoComplete="email" {...form.field('email')} />
        <div className={styles.pair}>
          <Field label={t('details.firstName')} autoComplete="given-name" {...form.field('first_name')} />
          <Field label={t('details.lastName')} autoComplete="family-name" {...form.field('last_name')} />
        </div>
        <Field label={t('details.postalCode')} autoComplete="postal-code" {...form.field('postal_code')} />
        <p className={styles.small}>{t('details.note')}</p>
      </fieldset>
      <div className={styles.send}>
        <Button look="primary" large type="submit" busy={form.submitting}>
          {t('details.continue')}
        </Button>
        <p className={styles.small}>{t('details.next')}</p>
      </div>
    </form>
  );
}

interface CountrySelectProps extends React.ComponentPropsWithRef<'select'> {
  readonly countries: Countries;
  readonly error: string | undefined;
}

/** Countries by their names in the reader's language. */
function CountrySelect({ countries, ...select }: CountrySelectProps) {
  const { t, language } = useMoney();
  const names = new Intl.DisplayNames(language, { type: 'region' });
  const compare = new Intl.Collator(language).compare;
  const sorted = countries.map(({ code }) => ({ code, name: names.of(code) ?? code })).sort((a, b) => compare(a.name, b.name));
  return (
    <Select label={t('details.country')} autoComplete="country" {...select}>
      <option value="">{t('details.choose')}</option>
      {sorted.map(({ code, name }) => (
        <option key={code} value={code}>
          {name}
        </option>
      ))}
    </Select>
  );
}
