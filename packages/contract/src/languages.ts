/** The languages of the product, by their ISO 639-1 codes. Source: requirements/website 1.2. */
export const languages = ['en', 'fr', 'de', 'it', 'pt', 'es'] as const;
export type Language = (typeof languages)[number];
/** The first of the values that names a language; English if none does. */
export const languageAmong = (...values: readonly (string | null | undefined)[]): Language =>
  values.find((value): value is Language => typeof value === 'string' && isLanguage(value)) ?? 'en';
export const isLanguage = (value: string): value is Language => (languages as readonly string[]).includes(value);
/** The locale in which dates and amounts are written: in English they are British, as all English here. */
export const localeOf = (language: string): string => (language === 'en' ? 'en-GB' : language);
