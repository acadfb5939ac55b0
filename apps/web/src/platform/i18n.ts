import { isLanguage, type Language } from '@unspoken/contract/accounts';
import i18next from 'i18next';
import { initReactI18next } from 'react-i18next';
import accounts from '../../locales/en/accounts.json' with { type: 'json' };
import circle from '../../locales/en/circle.json' with { type: 'json' };
import common from '../../locales/en/common.json' with { type: 'json' };
import encounters from '../../locales/en/encounters.json' with { type: 'json' };
import errors from '../../locales/en/errors.json' with { type: 'json' };
import experiences from '../../locales/en/experiences.json' with { type: 'json' };
import feedback from '../../locales/en/feedback.json' with { type: 'json' };
import invitations from '../../locales/en/invitations.json' with { type: 'json' };
import lobby from '../../locales/en/lobby.json' with { type: 'json' };
import moderation from '../../locales/en/moderation.json' with { type: 'json' };
import pages from '../../locales/en/pages.json' with { type: 'json' };
import testing from '../../locales/en/testing.json' with { type: 'json' };

const english = {
  accounts,
  circle,
  common,
  encounters,
  errors,
  experiences,
  feedback,
  invitations,
  lobby,
  moderation,
  pages,
  testing,
};

declare module 'i18next' {
  interface CustomTypeOptions {
    defaultNS: 'common';
    resources: typeof english;
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

const key = 'unspoken.language';

function firstLanguage(): Language {
  let stored: string | null = null;
  try {
    stored = localStorage.getItem(key);
  } catch {
    // Then the browser's.
  }
  const wished = [stored ?? '', ...navigator.languages].map((each) => each.slice(0, 2).toLowerCase());
  return wished.find(isLanguage) ?? 'en';
}

export async function startTexts(product: string): Promise<void> {
  i18next.on('languageChanged', () => {
    // English is the fallback for every text, so English is the language of what is shown until others exist.
    document.documentElement.lang = i18next.hasResourceBundle(i18next.language, 'common') ? i18next.language : 'en';
  });
  await i18next.use(initReactI18next).init({
    lng: firstLanguage(),
    fallbackLng: 'en',
    defaultNS: 'common',
    resources: { en: english },
    interpolation: { escapeValue: false, defaultVariables: { product } },
  });
}

export async function chooseLanguage(language: Language): Promise<void> {
  try {
    localStorage.setItem(key, language);
  } catch {
    // Then for this page only.
  }
  await i18next.changeLanguage(language);
}
