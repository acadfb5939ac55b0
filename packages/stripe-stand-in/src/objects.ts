import type Stripe from 'stripe';
import type { Context } from './context.ts';
import type { TestMethod } from './test-methods.ts';

/** New objects, with every field that this version of the API gives them and the product does not use empty. */

const noAddress = { address: null, email: null, name: null, phone: null, tax_id: null };
const unused = { application: null, on_behalf_of: null, customer_account: null };

export const newCustomer = ({ id, now }: Context, params: Stripe.CustomerCreateParams): Stripe.Customer => ({
  ...{ id: id('cus_'), object: 'customer', created: now(), livemode: false, balance: 0, description: null, shipping: null },
  ...{ default_source: null, email: params.email ?? null, name: params.name ?? null },
  address: (params.address || null) as Stripe.Address | null,
  metadata: (params.metadata || {}) as Stripe.Metadata,
  preferred_locales: params.preferred_locales ?? [],
  invoice_settings: { custom_fields: null, default_payment_method: null, footer: null, rendering_options: null },
});

export const newProduct = ({ id, now }: Context, params: Stripe.ProductCreateParams): Stripe.Product => ({
  ...{ id: params.id ?? id('prod_'), object: 'product', active: true, created: now(), updated: now(), livemode: false },
  ...{ default_price: null, description: null, images: [], marketing_features: [], metadata: {}, name: params.name },
  ...{ package_dimensions: null, shippable: null, tax_code: null, tax_details: null, type: 'service', url: null },
});

export const newMethod = ({ id, now }: Context, method: TestMethod): Stripe.PaymentMethod => {
  const last4 = method.number.slice(-4);
  const card: Stripe.PaymentMethod.Card = {
    ...{ brand: method.brand ?? 'visa', display_brand: method.brand ?? 'visa', country: method.country, last4 },
    ...{ exp_month: 12, exp_year: 2040, funding: 'credit', checks: null, generated_from: null, networks: null },
    ...{ regulated_status: null, three_d_secure_usage: { supported: true }, wallet: null },
  };
  const debit: Stripe.PaymentMethod.SepaDebit = {
    ...{ bank_code: method.number.slice(4, 12), branch_code: '', country: method.country, fingerprint: null },
    ...{ generated_from: null, last4 },
  };
  return {
    ...{ id: id('pm_'), object: 'payment_method', created: now(), livemode: false, metadata: {}, type: method.type },
    ...{ billing_details: noAddress, customer: null, customer_account: null },
    ...(method.type === 'card' ? { card } : { sepa_debit: debit }),
  };
};

interface IntentParams {
  readonly amount: number;
  readonly customer: string | null;
  readonly metadata?: Stripe.Metadata;
  readonly types: readonly string[];
  readonly isKept: boolean;
}

export const newIntent = ({ id, now }: Context, params: IntentParams): Stripe.PaymentIntent => {
  const own = id('pi_');
  return {
    ...{ id: own, object: 'payment_intent', amount: params.amount, currency: 'eur', created: now(), livemode: false },
    ...{ ...unused, allowed_payment_method_types: null, amount_capturable: 0, amount_received: 0, application_fee_amount: null },
    ...{ automatic_payment_methods: null, canceled_at: null, cancellation_reason: null, capture_method: 'automatic' },
    ...{ client_secret: `${own}_secret_${id('')}`, confirmation_method: 'automatic', customer: params.customer },
    ...{ description: null, excluded_payment_method_types: null, last_payment_error: null, latest_charge: null },
    ...{ managed_payments: null, metadata: params.metadata ?? {}, next_action: null, payment_method: null },
    ...{ payment_method_configuration_details: null, payment_method_options: null, payment_record: null, processing: null },
    ...{ payment_method_types: [...params.types], receipt_email: null, review: null, shipping: null, source: null },
    ...{ setup_future_usage: params.isKept ? 'off_session' : null, statement_descriptor: null },
    ...{ statement_descriptor_suffix: null, status: 'requires_payment_method', transfer_data: null, transfer_group: null },
  };
};

export const newSetup = (
  { id, now }: Context,
  params: { readonly customer: string; readonly types: readonly string[]; readonly metadata: Stripe.Metadata },
): Stripe.SetupIntent => {
  const own = id('seti_');
  return {
    ...{ id: own, object: 'setup_intent', created: now(), livemode: false, ...unused, allowed_payment_method_types: null },
    ...{ automatic_payment_methods: null, cancellation_reason: null, client_secret: `${own}_secret_${id('')}` },
    ...{ customer: params.customer, description: null, excluded_payment_method_types: null, flow_directions: null },
    ...{ last_setup_error: null, latest_attempt: null, mandate: null, metadata: params.metadata, next_action: null },
    ...{ payment_method: null, payment_method_configuration_details: null, payment_method_options: null },
    ...{
      payment_method_types: [...params.types],
      single_use_mandate: null,
      status: 'requires_payment_method',
      usage: 'off_session',
    },
  };
};

/** A monthly price, with the plan of the same content that a subscription item still carries. */
function priceOf({ id, now }: Context, product: string, cents: number): Pick<Stripe.SubscriptionItem, 'price' | 'plan'> {
  const own = id('price_');
  const common = { id: own, active: true, billing_scheme: 'per_unit', created: now(), currency: 'eur', livemode: false } as const;
  return {
    price: {
      ...{ ...common, object: 'price', custom_unit_amount: null, lookup_key: null, metadata: {}, nickname: null, product },
      recurring: { interval: 'month', interval_count: 1, meter: null, trial_period_days: null, usage_type: 'licensed' },
      ...{ tax_behavior: 'unspecified', tiers_mode: null, transform_quantity: null, type: 'recurring', unit_amount: cents },
      unit_amount_decimal: null,
    },
    plan: {
      ...{ ...common, object: 'plan', amount: cents, amount_decimal: null, interval: 'month', interval_count: 1, metadata: {} },
      ...{ meter: null, nickname: null, product, tiers_mode: null, transform_usage: null, trial_period_days: null },
      usage_type: 'licensed',
    },
  };
}

interface ItemParams {
  readonly subscription: string;
  readonly product: string;
  readonly cents: number;
  readonly from: number;
  readonly until: number;
}

export const newItem = (it: Context, { subscription, product, cents, from, until }: ItemParams): Stripe.SubscriptionItem => ({
  ...{ id: it.id('si_'), object: 'subscription_item', created: it.now(), billing_thresholds: null, current_trial: null },
  ...{ current_period_start: from, current_period_end: until, discounts: [], metadata: {}, quantity: 1, tax_rates: [] },
  ...priceOf(it, product, cents),
  subscription,
});

/** The item with another price, from the next invoice on. */
export const repriced = (
  it: Context,
  item: Stripe.SubscriptionItem,
  product: string,
  cents: number,
): Stripe.SubscriptionItem => ({
  ...item,
  ...priceOf(it, product, cents),
});

export const listOf = <T>(data: T[], url: string, hasMore = false): Stripe.ApiList<T> => ({
  ...{ object: 'list', data, has_more: hasMore, url },
});

interface SubscriptionParams {
  readonly id: string;
  readonly customer: string;
  readonly items: Stripe.SubscriptionItem[];
  readonly metadata: Stripe.Metadata;
  readonly types: readonly string[] | null;
  readonly keepsMethod: boolean;
}

export const newSubscription = ({ now }: Context, params: SubscriptionParams): Stripe.Subscription => ({
  ...{ id: params.id, object: 'subscription', created: now(), start_date: now(), livemode: false, currency: 'eur', ...unused },
  ...{ application_fee_percent: null, automatic_tax: { disabled_reason: null, enabled: false, liability: null } },
  ...{ billing_cycle_anchor: now(), billing_cycle_anchor_config: null, billing_schedules: [], billing_thresholds: null },
  billing_mode: { flexible: { proration_discounts: 'included' }, type: 'flexible' },
  ...{ cancel_at: null, cancel_at_period_end: false, canceled_at: null, collection_method: 'charge_automatically' },
  cancellation_details: { comment: null, feedback: null, feedback_option: null, reason: null },
  ...{ customer: params.customer, days_until_due: null, default_payment_method: null, default_source: null, description: null },
  ...{ default_tax_rates: [], discounts: [], ended_at: null, latest_invoice: null, managed_payments: null },
  invoice_settings: {
    ...{ account_tax_ids: null, custom_fields: null, description: null, footer: null, issuer: { type: 'self' } },
  },
  items: listOf(params.items, `/v1/subscription_items?subscription=${params.id}`),
  ...{ metadata: params.metadata, next_pending_invoice_item_invoice: null, pause_collection: null, status: 'incomplete' },
  payment_settings: {
    payment_method_options: null,
    payment_method_types: params.types as Stripe.Subscription.PaymentSettings.PaymentMethodType[] | null,
    save_default_payment_method: params.keepsMethod ? 'on_subscription' : 'off',
  },
  ...{ pending_invoice_item_interval: null, pending_setup_intent: null, pending_update: null, schedule: null },
  ...{ test_clock: null, transfer_data: null, trial_end: null, trial_start: null },
  trial_settings: { end_behavior: { billing_cycle_anchor: null, missing_payment_method: 'create_invoice' } },
});

interface InvoiceParams {
  readonly subscription: Stripe.Subscription;
  readonly customer: Stripe.Customer;
  readonly cents: number;
  readonly reason: 'subscription_create' | 'subscription_cycle';
}

export const newInvoice = ({ id, now }: Context, { subscription, customer, cents, reason }: InvoiceParams): Stripe.Invoice => {
  const own = id('in_');
  const total = { amount_due: cents, amount_remaining: cents, subtotal: cents, subtotal_excluding_tax: cents, total: cents };
  return {
    ...{ id: own, object: 'invoice', created: now(), effective_at: now(), livemode: false, currency: 'eur', ...unused, ...total },
    ...{ account_country: 'DE', account_name: null, account_tax_ids: null, amount_overpaid: 0, amount_paid: 0 },
    ...{ amount_shipping: 0, attempt_count: 0, attempted: false, auto_advance: true, automatically_finalizes_at: null },
    automatic_tax: { disabled_reason: null, enabled: false, liability: null, provider: null, status: null },
    ...{ billing_reason: reason, collection_method: 'charge_automatically', custom_fields: null, customer: customer.id },
    ...{ customer_address: null, customer_email: customer.email, customer_name: customer.name ?? null, customer_phone: null },
    ...{ customer_shipping: null, customer_tax_exempt: 'none', customer_tax_ids: [], default_payment_method: null },
    ...{ default_source: null, default_tax_rates: [], description: null, discounts: [], due_date: null, ending_balance: 0 },
    ...{ footer: null, from_invoice: null, issuer: { type: 'self' }, last_finalization_error: null, latest_revision: null },
    lines: listOf<Stripe.InvoiceLineItem>([], `/v1/invoices/${own}/lines`),
    ...{ metadata: {}, next_payment_attempt: null, number: null, period_end: now(), period_start: now() },
    parent: {
      ...{ quote_details: null, type: 'subscription_details' },
      subscription_details: { metadata: subscription.metadata, subscription: subscription.id },
    },
    payment_settings: { default_mandate: null, payment_method_options: null, payment_method_types: null },
    ...{ post_payment_credit_notes_amount: 0, pre_payment_credit_notes_amount: 0, receipt_number: null, rendering: null },
    ...{ shipping_cost: null, shipping_details: null, starting_balance: 0, statement_descriptor: null, status: 'open' },
    status_transitions: { finalized_at: now(), marked_uncollectible_at: null, paid_at: null, voided_at: null },
    ...{ test_clock: null, total_discount_amounts: [], total_excluding_tax: cents, total_pretax_credit_amounts: [] },
    ...{ total_taxes: [], webhooks_delivered_at: now() },
  };
};

export const newInvoicePayment = ({ id, now }: Context, invoice: Stripe.Invoice, intent: string): Stripe.InvoicePayment => ({
  ...{ id: id('inpay_'), object: 'invoice_payment', amount_paid: null, amount_requested: invoice.amount_due, created: now() },
  ...{ currency: 'eur', invoice: invoice.id, is_default: true, livemode: false, status: 'open' },
  payment: { payment_intent: intent, type: 'payment_intent' },
  status_transitions: { canceled_at: null, paid_at: null },
});
