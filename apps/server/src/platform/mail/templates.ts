import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { emailKey } from '@unspoken/contract/fields';
import i18next, { type i18n } from 'i18next';
import english from '../../../locales/en/mails.json' with { type: 'json' };
import type { Database } from '../database/database.ts';
import { asHtml, asText, type MailWords } from './layout.ts';
import type { Outbox } from './outbox.ts';

/** The kinds of mail there are, as the catalogue of each language has them. */
export type MailKind = Exclude<keyof typeof english, 'footer' | 'unsubscribe' | 'phrases'>;

type Phrases = (typeof english)['phrases'];
/** Words of the catalogue that stand in letters. */
export type Phrase = Exclude<keyof Phrases, 'rules'> | `rules.${keyof Phrases['rules']}`;

export interface Letter {
  readonly kind: MailKind;
  readonly to: string;
  readonly language: string;
  /** What stands in the words, by name; `product` is always there. */
  readonly values?: Readonly<Record<string, string>>;
  readonly link?: string;
  /** Accounts whose name or address stands in it. */
  readonly concerns: readonly string[];
  readonly unsubscribeUrl?: string;
}

const folder = fileURLToPath(new URL('../../../locales/', import.meta.url));

/** A name is its owner's choice: in a mail to somebody else it must not become an address to click on. */
const withoutLinks = (name: string): string => name.replaceAll(/[\p{Cc}/:@\\]+|\.(?=\S)/gu, ' ').trim();

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

/** Writes mails in the language of whoever gets them, and puts them into the outbox. */
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

  /** Accepts a letter as part of the transaction `tx`. */
  async post(tx: Database, letter: Letter): Promise<void> {
    const { to, concerns, unsubscribeUrl, language } = letter;
    const words = this.#words(letter);
    await this.#outbox.post(tx, {
      to,
      subject: words.subject,
      text: asText(words),
      html: asHtml(words, language),
      addressKey: emailKey(to),
      concerns,
      ...(unsubscribeUrl !== undefined && { unsubscribeUrl }),
    });
  }

  /** Words that stand in a letter, in the language of whoever gets it. */
  phrase(language: string, key: Phrase, values: Readonly<Record<string, string>> = {}): string {
    return this.#texts.t(`phrases.${key}`, { ...values, lng: language }) as string;
  }

  /** A letter as its reader sees it, sent to nobody. */
  preview(letter: Letter): { readonly subject: string; readonly text: string } {
    const words = this.#words(letter);
    return { subject: words.subject, text: asText(words) };
  }

  #words({ kind, language, values, link, unsubscribeUrl }: Letter): MailWords {
    const plain = { ...values };
    for (const name of ['name', 'from'] as const) if (plain[name] !== undefined) plain[name] = withoutLinks(plain[name]);
    const named = plain.name !== undefined && plain.name !== '';
    plain.greeting = this.phrase(
      language,
      named ? 'greeting' : 'greetingWithoutName',
      named ? { name: plain.name as string } : {},
    );
    const said = (key: string): string =>
      this.#texts.t(key, { ...plain, product: this.#product, lng: language, defaultValue: '' }) as string;
    const after = said(`${kind}.after`);
    return {
      subject: said(`${kind}.subject`),
      text: said(`${kind}.text`),
      ...(link !== undefined && { link: { label: said(`${kind}.link`), url: link } }),
      ...(after !== '' && { after }),
      footer: said('footer'),
      ...(unsubscribeUrl !== undefined && { unsubscribe: { label: said('unsubscribe'), url: unsubscribeUrl } }),
    };
  }
}
