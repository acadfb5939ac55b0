import { isLanguage, type Language } from '@unspoken/contract/languages';
import i18next from 'i18next';
import { initReactI18next } from 'react-i18next';
import type brand from '../../../../brand/texts/en/brand.json';
import type accounts from '../../locales/en/accounts.json';
import type camera from '../../locales/en/camera.json';
import type circle from '../../locales/en/circle.json';
import type common from '../../locales/en/common.json';
import type consoleTexts from '../../locales/en/console.json';
import type dueprocess from '../../locales/en/dueprocess.json';
import type encounters from '../../locales/en/encounters.json';
import type errors from '../../locales/en/errors.json';
import type experiences from '../../locales/en/experiences.json';
import type feedback from '../../locales/en/feedback.json';
import type feelings from '../../locales/en/feelings.json';
import type gatherings from '../../locales/en/gatherings.json';
import type groupspace from '../../locales/en/groupspace.json';
import type guard from '../../locales/en/guard.json';
import type hosting from '../../locales/en/hosting.json';
import type install from '../../locales/en/install.json';
import type invitations from '../../locales/en/invitations.json';
import type lobby from '../../locales/en/lobby.json';
import type looking from '../../locales/en/looking.json';
import type membership from '../../locales/en/membership.json';
import type mirror from '../../locales/en/mirror.json';
import type moderation from '../../locales/en/moderation.json';
import type notifications from '../../locales/en/notifications.json';
import type pages from '../../locales/en/pages.json';
import type rendezvous from '../../locales/en/rendezvous.json';
import type scripts from '../../locales/en/scripts.json';
import type settings from '../../locales/en/settings.json';
import type standing from '../../locales/en/standing.json';
import type studio from '../../locales/en/studio.json';
import type testing from '../../locales/en/testing.json';
import type waits from '../../locales/en/waits.json';
import { readCookie, writeCookie } from './cookies.ts';

declare module 'i18next' {
  interface CustomTypeOptions {
    defaultNS: 'common';
    resources: {
      accounts: typeof accounts;
      brand: typeof brand;
      camera: typeof camera;
      circle: typeof circle;
      common: typeof common;
      console: typeof consoleTexts;
      dueprocess: typeof dueprocess;
      encounters: typeof encounters;
      errors: typeof errors;
      experiences: typeof experiences;
      feedback: typeof feedback;
      feelings: typeof feelings;
      gatherings: typeof gatherings;
      groupspace: typeof groupspace;
      guard: typeof guard;
      hosting: typeof hosting;
      install: typeof install;
      invitations: typeof invitations;
      lobby: typeof lobby;
      looking: typeof looking;
      membership: typeof membership;
      mirror: typeof mirror;
      moderation: typeof moderation;
      notifications: typeof notifications;
      pages: typeof pages;
      rendezvous: typeof rendezvous;
      scripts: typeof scripts;
      settings: typeof settings;
      standing: typeof standing;
      studio: typeof studio;
      testing: typeof testing;
      waits: typeof waits;
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

type Texts = () => Promise<{ readonly default: Readonly<Record<string, object>> }>;

/** Texts that load together, in each language. */
export type TextsOfPart = Readonly<Record<Language, Texts>> & { /** One of its bundles. */ readonly marker: string };

/** The texts of the public pages load when a language is first shown; all others when a page first needs them. */
const groups = {
  public: {
    marker: 'common',
    ...{ en: () => import('texts:en'), fr: () => import('texts:fr'), de: () => import('texts:de') },
    ...{ it: () => import('texts:it'), pt: () => import('texts:pt'), es: () => import('texts:es') },
  },
  rest: {
    // Not the errors, some of which are those of seldom pages.
    marker: 'encounters',
    ...{ en: () => import('texts:en/rest'), fr: () => import('texts:fr/rest'), de: () => import('texts:de/rest') },
    ...{ it: () => import('texts:it/rest'), pt: () => import('texts:pt/rest'), es: () => import('texts:es/rest') },
  },
  seldom: {
    marker: 'console',
    ...{ en: () => import('texts:en/seldom'), fr: () => import('texts:fr/seldom'), de: () => import('texts:de/seldom') },
    ...{ it: () => import('texts:it/seldom'), pt: () => import('texts:pt/seldom'), es: () => import('texts:es/seldom') },
  },
} as const satisfies Record<string, TextsOfPart>;
export type TextGroup = keyof typeof groups;
const needed = new Set<TextsOfPart>([groups.public]);

async function load(language: Language): Promise<void> {
  const missing = [...needed].filter(({ marker }) => !i18next.hasResourceBundle(language, marker));
  for (const { default: bundles } of await Promise.all(missing.map((each) => each[language]())))
    for (const [name, bundle] of Object.entries(bundles)) i18next.addResourceBundle(language, name, bundle);
}

/** From now on these texts are needed, too: a group, or those that a part brings along. */
export async function needTexts(...more: readonly (TextGroup | TextsOfPart)[]): Promise<void> {
  for (const each of more) needed.add(typeof each === 'string' ? groups[each] : each);
  // Also for a language that is being loaded.
  await Promise.all([load(i18next.language as Language), ...(wanted ? [load(wanted)] : [])]);
}

/** In a cookie, so that the server knows in which language to send a prerendered page. */
const cookie = 'language';

/** The language that was chosen in this browser, if one was. */
function chosenHere(): Language | undefined {
  const chosen = readCookie(cookie) ?? '';
  return isLanguage(chosen) ? chosen : undefined;
}

const named = (): string => new URLSearchParams(location.search).get('lang') ?? '';

/** The language of this address, or the one chosen here, or the first one the browser prefers. The server decides alike. */
export function firstLanguage(): Language {
  const wished = [named(), chosenHere() ?? '', ...navigator.languages].map((each) => each.slice(0, 2).toLowerCase());
  return wished.find(isLanguage) ?? 'en';
}

/** Loads the texts of one language, with this name for the product. */
export async function startTexts(product: string, language: Language): Promise<void> {
  if (!i18next.isInitialized)
    await i18next.use(initReactI18next).init({
      // Every text exists in every language (a project check proves it), so there is no fallback language.
      fallbackLng: false,
      defaultNS: 'common',
      resources: {},
      interpolation: { escapeValue: false, defaultVariables: { product } },
    });
  await show(language);
}

/** From now on the document declares its language; a language named in the address is kept like a chosen one. */
export function syncDocumentLanguage(): void {
  const declare = (language: string) => {
    document.documentElement.lang = language;
  };
  declare(i18next.language);
  i18next.on('languageChanged', declare);
  if (isLanguage(named())) writeCookie(cookie, named());
}

let wanted: Language | undefined;

/** Shows a language once its texts have loaded; false if another was chosen meanwhile. */
async function show(language: Language): Promise<boolean> {
  wanted = language;
  await load(language);
  if (wanted !== language) return false;
  await i18next.changeLanguage(language);
  return true;
}

/** Changes to a language and remembers it for this browser. Rejects, and nothing changes, if its texts cannot be loaded. */
export async function chooseLanguage(language: Language): Promise<void> {
  if (await show(language)) writeCookie(cookie, language);
}

/** Shows the language of the account that signed in, unless another was chosen in this browser. */
export async function languageOfAccount(language: Language): Promise<void> {
  // Reading cookies holds the page up for some 25 ms while it starts: they are read only if something depends on them.
  if (language !== i18next.language && !chosenHere()) await show(language);
}
