import type { Mail } from '../platform/mail/outbox.ts';
import { english } from './mails-en.ts';

/** The words of one mail: paragraphs, and perhaps one link between them. */
export interface MailWords {
  readonly subject: string;
  readonly before: readonly string[];
  readonly link?: { readonly label: string; readonly url: string };
  readonly after: readonly string[];
}

/** A catalogue of mails in one language. English is the fallback for the languages that have none yet. */
export interface MailTexts {
  confirm(words: { product: string; name: string; url: string }): MailWords;
  taken(words: { product: string; name: string; url: string }): MailWords;
}

export const mailTexts = (_language: string): MailTexts => english;

const escaped = (value: string): string =>
  value.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;');

const paragraph = (words: string): string => `<p style="margin:0 0 16px">${escaped(words)}</p>`;

/** Sets the words as text and as HTML that reads in light and dark. */
export function composeMail(to: string, words: MailWords): Mail {
  const text = [...words.before, ...(words.link ? [words.link.url] : []), ...words.after].join('\n\n');
  const link = words.link
    ? `<p style="margin:0 0 24px"><a href="${escaped(words.link.url)}" style="display:inline-block;padding:12px 24px;border-radius:24px;background:#9c4a2f;color:#ffffff;text-decoration:none">${escaped(words.link.label)}</a></p>`
    : '';
  const html =
    `<!doctype html><html><head><meta charset="utf-8"><meta name="color-scheme" content="light dark"></head>` +
    `<body style="font:16px/1.5 Georgia,serif;max-width:36em;margin:0 auto;padding:24px">` +
    `${words.before.map(paragraph).join('')}${link}${words.after.map(paragraph).join('')}</body></html>`;
  return { to, subject: words.subject, text, html };
}
