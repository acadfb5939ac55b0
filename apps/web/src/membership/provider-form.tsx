import type { Stripe, StripeElementLocale, StripeElements } from '@stripe/stripe-js';
import { loadStripe } from '@stripe/stripe-js/pure';
import { type FormEvent, useEffect, useRef, useState } from 'react';
import { Button } from '../ui/button.tsx';
import { Notice } from '../ui/notice.tsx';
import styles from './membership.module.css';
import type { PaymentFormProps } from './rehearsal-form.tsx';
import { useMoney } from './use-money.ts';

// The signals are collected through a host that the policy of the payment page does not allow.
loadStripe.setLoadParameters({ advancedFraudSignals: false });

/** How long the form may take to appear, ms. */
const patience = 20_000;

/** The element follows the page, as far as it can: it lives in a frame. */
function appearance() {
  const styleOf = getComputedStyle(document.documentElement);
  const value = (name: string) => styleOf.getPropertyValue(name).trim();
  return {
    theme: matchMedia('(prefers-color-scheme: dark)').matches ? ('night' as const) : ('stripe' as const),
    variables: {
      ...{ colorPrimary: value('--accent'), colorBackground: value('--paper-raised'), colorText: value('--ink') },
      ...{ colorDanger: value('--danger'), borderRadius: '16px', fontSizeBase: '17px' },
    },
  };
}

/** The provider's own form, in which cards and accounts are entered: they never reach this product. */
export default function ProviderForm({ secret, publishableKey, kind, label, onConfirmed, onDeclined }: PaymentFormProps) {
  const { t, language } = useMoney();
  const box = useRef<HTMLDivElement>(null);
  const loaded = useRef<{ readonly stripe: Stripe; readonly elements: StripeElements }>(undefined);
  const [state, setState] = useState<'loading' | 'ready' | 'busy' | 'blocked'>('loading');
  useEffect(() => {
    let leave: (() => void) | undefined = () => {};
    const show = (stripe: Stripe | null) => {
      if (!leave || !box.current) return;
      if (!stripe) return setState('blocked');
      const elements = stripe.elements({
        clientSecret: secret,
        locale: language as StripeElementLocale,
        appearance: appearance(),
      });
      const element = elements.create('payment');
      element.on('ready', () => setState('ready'));
      element.on('loaderror', () => setState('blocked'));
      element.mount(box.current);
      loaded.current = { stripe, elements };
      leave = () => element.destroy();
    };
    const block = () => leave && setState((last) => (last === 'loading' ? 'blocked' : last));
    // The library waits for ever for a script that was refused: it takes the one that failed for one that is being loaded.
    const refused = ({ target }: Event) => target instanceof HTMLScriptElement && block();
    window.addEventListener('error', refused, true);
    const timer = setTimeout(block, patience);
    loadStripe(publishableKey).then(show).catch(block);
    return () => {
      window.removeEventListener('error', refused, true);
      clearTimeout(timer);
      leave?.();
      leave = undefined;
    };
  }, [secret, publishableKey, language]);
  const confirm = async () => {
    if (!loaded.current) return;
    const { stripe, elements } = loaded.current;
    setState('busy');
    onDeclined(undefined);
    try {
      // The element shows what is not filled in.
      const { error: invalid } = await elements.submit();
      if (invalid) return setState('ready');
      const details = {
        ...{ elements, confirmParams: { return_url: location.origin + location.pathname } },
        redirect: 'if_required' as const,
      };
      const { error } = await (kind === 'method' ? stripe.confirmSetup(details) : stripe.confirmPayment(details));
      if (error?.type === 'card_error' || error?.type === 'validation_error') {
        onDeclined(error.message ?? error.type);
        return setState('ready');
      }
    } catch {
      // It may have been paid all the same.
    }
    // Whatever else happened, what is true is known to the server.
    onConfirmed();
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    void confirm();
  };
  if (state === 'blocked')
    return (
      <Notice kind="problem" actions={<Button onClick={() => location.reload()}>{t('payment.reload')}</Button>}>
        {t('payment.blocked')}
      </Notice>
    );
  return (
    <form onSubmit={submit} className={styles.methods}>
      {state === 'loading' && <p role="status">{t('payment.loadingForm')}</p>}
      <div ref={box} />
      <div>
        <Button look="primary" large type="submit" disabled={state !== 'ready'}>
          {label}
        </Button>
      </div>
    </form>
  );
}
