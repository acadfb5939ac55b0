import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { addressKeyOf } from '@unspoken/contract/fields';
import i18next, { type i18n } from 'i18next';
import english from '../../../locales/en/mails.json' with { type: 'json' };
import type { Database } from '../database/database.ts';
import { asHtml, asText, type MailWords } from './layout.ts';
import type { Outbox } from './outbox.ts';
import type { CalendarAttachment } from './transport.ts';

/** The kinds of mail, as in the catalogue of each language. */
export type MailKind = Exclude<keyof typeof english, 'footer' | 'unsubscribe' | 'phrases'>;

type Phrases = (typeof english)['phrases'];
/** Phrases of the catalogue that are inserted into mails. */
export type Phrase =
  | Exclude<keyof Phrases, 'rules' | 'receipt' | 'declaration'>
  | `declaration.${keyof Phrases['declaration']}`
  | `rules.${keyof Phrases['rules']}`
  | `receipt.${keyof Phrases['receipt']}`;

export interface MailContent {
  readonly kind: MailKind;
  readonly to: string;
  readonly language: string;
  /** The values that are inserted into the texts, by name; `product` is always set. */
  readonly values?: Readonly<Record<string, string>>;
  readonly link?: string;
  /** Accounts whose name or address the mail contains. */
  readonly concerns: readonly string[];
  readonly unsubscribeUrl?: string;
  readonly calendar?: CalendarAttachment;
}

const folder = fileURLToPath(new URL('../../../locales/', import.meta.url));

/** Users choose their names: in a mail to another person their words must not become a link. */
export const withoutLinks = (name: string): string => name.replaceAll(/[\p{Cc}/:@\\]+|\.(?=\S)/gu, ' ').trim();

async function catalogue(): Promise<i18n> {
  const resources = Object.fromEntries(
    readdirSync(folder).map((language) => [
      language,
      { mails: JSON.parse(readFileSync(`${folder}${language}/mails.json`, 'utf8')) },
    ]),
  );
  const texts = i18next.createInstance();
  await texts.init({ resources, ns: ['mails'], defaultNS: 'mails', fallbackLng: 'en', interpolation: { escapeValue: false } });
  return texts;
}

/** Renders mails in the recipient's language and posts them to the outbox. */
export class MailTemplates {
  readonly #outbox: Outbox;
  readonly #product: string;
  readonly #texts: i18n;

  private constructor(outbox: Outbox, product: string, texts: i18n) {
    this.#outbox = outbox;
    this.#product = product;
    this.#texts = texts;
  }

  static async open(outbox: Outbox, product: string): Promise<MailTemplates> {
    return new MailTemplates(outbox, product, await catalogue());
  }

  /** Posts a mail as part of the transaction `tx`. */
  async post(tx: Database, mail: MailContent): Promise<void> {
    const { to, concerns, unsubscribeUrl, language, calendar } = mail;
    const texts = this.#textsOf(mail);
    await this.#outbox.post(tx, {
      to,
      subject: texts.subject,
      text: asText(texts),
      html: asHtml(texts, language),
      addressKey: addressKeyOf(to),
      concerns,
      ...(unsubscribeUrl !== undefined && { unsubscribeUrl }),
      ...(calendar && { calendar }),
    });
  }

  /** A phrase to insert into a mail, in the recipient's language. */
  phrase(language: string, key: Phrase, values: Readonly<Record<string, string>> = {}): string {
    return this.#texts.t(`phrases.${key}`, { ...values, lng: language }) as string;
  }

  /** Renders a mail without sending it. */
  preview(mail: MailContent): { readonly subject: string; readonly text: string } {
    const texts = this.#textsOf(mail);
    return { subject: texts.subject, text: asText(texts) };
  }

  #textsOf({ kind, language, values, link, unsubscribeUrl }: MailContent): MailWords {
    const plain = { ...values };
    for (const name of ['name', 'from', 'title'] as const) if (plain[name] !== undefined) plain[name] = withoutLinks(plain[name]);
    const named = plain.name !== undefined && plain.name !== '';
    plain.greeting = this.phrase(
      language,
      named ? 'greeting' : 'greetingWithoutName',
      named ? { name: plain.name as string } : {},
    );
    const translated = (key: string): string =>
      this.#texts.t(key, { ...plain, product: this.#product, lng: language, defaultValue: '' }) as string;
    const after = translated(`${kind}.after`);
    return {
      subject: translated(`${kind}.subject`),
      text: translated(`${kind}.text`),
      ...(link !== undefined && { link: { label: translated(`${kind}.link`), url: link } }),
      ...(after !== '' && { after }),
      footer: translated('footer'),
      ...(unsubscribeUrl !== undefined && {
        unsubscribe: { label: translated(`${kind}.unsubscribe`) || translated('unsubscribe'), url: unsubscribeUrl },
      }),
    };
  }
}
