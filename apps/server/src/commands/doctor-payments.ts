import { readFileSync } from 'node:fs';
import { orderLabelsForCounsel, sellerFile } from '../books/service.ts';
import { sellerPath } from '../payments/seller-path.ts';
import { StripeProvider } from '../payments/stripe.ts';
import type { Config } from '../platform/config.ts';
import { type Finding, fine, noted, wrong } from './doctor-checks.ts';

const about = 'payments';

/** Whether payments are open, by which account, and who sells. */
export async function checkPayments(config: Config, providerOf = stripeOf, seller = readSeller()): Promise<Finding[]> {
  const { stripe, production, webhookSecrets } = config;
  if (!stripe)
    return [
      production
        ? noted(about, 'closed: there is no STRIPE_SECRET_KEY.')
        : fine(about, 'rehearsed: there is no STRIPE_SECRET_KEY, and no money moves.'),
    ];
  const findings: Finding[] = [];
  if (production && seller.sample === true)
    findings.push(wrong(about, 'closed: brand/seller.json is the sample. Enter who sells, and remove "sample".'));
  try {
    const mode = stripe.secretKey.includes('_live_') ? 'live' : 'test';
    findings.push(fine(about, `open by the account ${await providerOf(config).account()} of Stripe, in ${mode} mode.`));
  } catch (error) {
    findings.push(
      /Authentication|Permission/.test((error as Error).message)
        ? wrong(about, 'Stripe refuses STRIPE_SECRET_KEY.')
        : wrong(about, 'Stripe cannot be reached: the firewall must let this machine open https connections to api.stripe.com.'),
    );
  }
  if (webhookSecrets.length === 0)
    findings.push(noted(about, 'without STRIPE_WEBHOOK_SECRETS it takes up to a minute to learn what has happened at Stripe.'));
  const unconfirmed = orderLabelsForCounsel(seller);
  if (unconfirmed.length > 0)
    findings.push(
      noted(
        about,
        `the label of the order button in ${unconfirmed.join(', ')} (payment.order.subscription in apps/web/locales/*/membership.json): have it checked by counsel, then remove the language from "orderLabelsForCounsel" in brand/seller.json.`,
      ),
    );
  return findings;
}

const readSeller = () => sellerFile.parse(JSON.parse(readFileSync(sellerPath, 'utf8')));

const stripeOf = ({ stripe, webhookSecrets, productName }: Config): Pick<StripeProvider, 'account'> => {
  const { secretKey = '', publishableKey = '' } = stripe ?? {};
  return new StripeProvider({ secretKey, publishableKey, webhookSecrets, productName });
};
