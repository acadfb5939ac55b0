import { euros } from '@unspoken/contract/amounts-in-words';
import { languageAmong, localeOf } from '@unspoken/contract/languages';
import { type ReceiptRow, receiptNumber } from '../books/service.ts';
import type { Database } from '../platform/database/database.ts';
import { dayIn } from '../platform/dates.ts';
import { type MailTemplates, withoutLinks } from '../platform/mail/templates.ts';
import type { PaymentRow, PaymentStore } from './store.ts';

export interface ReceiptMailOptions {
  readonly store: Pick<PaymentStore, 'billing' | 'accountOf'>;
  readonly mailTemplates: Pick<MailTemplates, 'post' | 'phrase'>;
  readonly publicUrl: string;
}

/** Mails a receipt to the address for receipts, in the transaction that issues it; none once the account is deleted. Source: requirements/membership 9.4. */
export async function mailReceipt(
  { store, mailTemplates, publicUrl }: ReceiptMailOptions,
  tx: Database,
  { payerId }: PaymentRow,
  receipt: ReceiptRow,
): Promise<void> {
  const billing = await store.billing(payerId, tx);
  const accountId = await store.accountOf(payerId, tx);
  if (!billing || accountId === undefined) return;
  const language = languageAmong(billing.language);
  const phrase = (key: Parameters<MailTemplates['phrase']>[1], values = {}) => mailTemplates.phrase(language, key, values);
  const number = receiptNumber(receipt);
  await mailTemplates.post(tx, {
    ...{ kind: 'membershipReceipt', to: billing.email, language, concerns: [accountId] },
    values: {
      ...{ number, lines: linesOf(receipt, language, phrase), name: billing.firstName },
      rehearsal: receipt.providerAccount === 'sandbox' ? phrase('rehearsal') : '',
    },
    link: `${publicUrl}/account/receipt/${number}`,
  });
}

/** What a receipt says, in lines and paragraphs of plain text. */
function linesOf(
  receipt: ReceiptRow,
  language: string,
  phrase: (key: Parameters<MailTemplates['phrase']>[1], values?: Readonly<Record<string, string>>) => string,
): string {
  const { issuer, addressee, corrects, vatCountry, vatBasisPoints, purpose } = receipt;
  const locale = localeOf(language);
  const amount = (cents: number) => euros(cents, locale);
  const percent = new Intl.NumberFormat(locale, { style: 'percent', maximumFractionDigits: 2 });
  const country = vatCountry === null ? '' : (new Intl.DisplayNames(locale, { type: 'region' }).of(vatCountry) ?? vatCountry);
  const what = [
    phrase('receipt.issued', { number: receiptNumber(receipt), date: dayIn(language, receipt.at) }),
    ...(corrects === null ? [] : [phrase('receipt.corrects', { number: corrects })]),
    phrase(`receipt.${purpose}`),
    phrase('receipt.total', { amount: amount(receipt.grossCents) }),
    ...(vatBasisPoints === null
      ? []
      : [phrase('receipt.vat', { percent: percent.format(vatBasisPoints / 10_000), country, amount: amount(receipt.vatCents) })]),
  ];
  const note = issuer.note?.[language];
  const from = [
    phrase('receipt.from'),
    issuer.name,
    ...issuer.address,
    phrase('receipt.taxNumber', { number: issuer.taxNumber }),
  ];
  const parts = [
    what,
    ...(addressee.length > 0 ? [[phrase('receipt.to'), ...addressee.map(withoutLinks)]] : []),
    from,
    ...(note ? [[note]] : []),
  ];
  return parts.map((lines) => lines.join('\n')).join('\n\n');
}
