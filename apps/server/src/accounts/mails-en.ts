import type { MailTexts } from './mails.ts';

export const english: MailTexts = {
  confirm: ({ product, name, url }) => ({
    subject: `Please confirm your email address for ${product}`,
    before: [`Hello ${name},`, `welcome to ${product}. One step is left: please confirm that this is your address.`],
    link: { label: 'Confirm my address', url },
    after: ['The link is valid for one day.', 'If you did not create this account, you need to do nothing.'],
  }),
  taken: ({ product, name, url }) => ({
    subject: `You already have an account with ${product}`,
    before: [
      `Hello ${name},`,
      `somebody, perhaps you, tried to create an account with ${product} for this address. You already have one, so nothing has changed.`,
    ],
    link: { label: 'Sign in', url },
    after: ['If it was not you, you need to do nothing.'],
  }),
};
