import { isLanguage, type Language } from '@unspoken/contract/accounts';
import i18next from 'i18next';
import { initReactI18next } from 'react-i18next';
import type accounts from '../../locales/en/accounts.json';
import type circle from '../../locales/en/circle.json';
import type common from '../../locales/en/common.json';
import type encounters from '../../locales/en/encounters.json';
import type errors from '../../locales/en/errors.json';
import type experiences from '../../locales/en/experiences.json';
import type feedback from '../../locales/en/feedback.json';
import type invitations from '../../locales/en/invitations.json';
import type lobby from '../../locales/en/lobby.json';
import type moderation from '../../locales/en/moderation.json';
import type pages from '../../locales/en/pages.json';
import type testing from '../../locales/en/testing.json';

declare module 'i18next' {
  interface CustomTypeOptions {
    defaultNS: 'common';
    resources: {
      accounts: typeof accounts;
      circle: typeof circle;
      common: typeof common;
      encounters: typeof encounters;
      errors: typeof errors;
      experiences: typeof experiences;
      feedback: typeof feedback;
      invitations: typeof invitations;
      lobby: typeof lobby;
      moderation: typeof moderation;
      pages: typeof pages;
      testing: typeof testing;
    };
  }
}

/** The languages by their own names. */
export const languageNames: Readonly<Record<Language, string>> = {
  en: 'English',
  fr: 'Français',
  de: 'Deutsch',
  it: 'Italiano',
  pt: 'Português',
  es: 'Español',
};

/** All texts of one language are one file of the build, loaded when it is first read in. */
const texts = import.meta.glob<object>('../../locales/*/*.json', { import: 'default' });

async function load(language: Language): Promise<void> {
  if (i18next.hasResourceBundle(language, 'common')) return;
  const own = Object.entries(texts).flatMap(([path, read]) => {
    const [, of, name] = /(\w+)\/(\w+)\.json$/.exec(path) ?? [];
    return of === language && name ? [{ name, read }] : [];
  });
  const bundles = await Promise.all(own.map(async ({ name, read }) => ({ name, bundle: await read() })));
  for (const { name, bundle } of bundles) i18next.addResourceBundle(language, name, bundle);
}

const key = 'unspoken.language';

function chosenHere(): string {
  try {
    return localStorage.getItem(key) ?? '';
  } catch {
    return '';
  }
}

function firstLanguage(): Language {
  const wished = [chosenHere(), ...navigator.languages].map((each) => each.slice(0, 2).toLowerCase());
  return wished.find(isLanguage) ?? 'en';
}

export async function startTexts(product: string): Promise<void> {
  i18next.on('languageChanged', (language) => {
    document.documentElement.lang = language;
  });
  await i18next.use(initReactI18next).init({
    // Every text stands in every language: a check of the house proves it, so none needs another to fall back to.
    fallbackLng: false,
    defaultNS: 'common',
    resources: {},
    interpolation: { escapeValue: false, defaultVariables: { product } },
  });
  await show(firstLanguage());
}

let wanted: Language | undefined;

/** Shows a language once its texts are here; false if another was wished for meanwhile. */
async function show(language: Language): Promise<boolean> {
  wanted = language;
  await load(language);
  if (wanted !== language) return false;
  await i18next.changeLanguage(language);
  return true;
}

/** Changes to a language and remembers it for this browser. Rejects, and nothing changes, if its texts cannot be loaded. */
export async function chooseLanguage(language: Language): Promise<void> {
  if (!(await show(language))) return;
  try {
    localStorage.setItem(key, language);
  } catch {
    // Then for this page only.
  }
}

/** Somebody signed in whose account is read in this language: so is this browser, unless another was chosen in it. */
export async function languageOfAccount(language: Language): Promise<void> {
  if (!isLanguage(chosenHere())) await show(language);
}
