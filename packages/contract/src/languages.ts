/** The languages of the product, by their ISO 639-1 codes. Source: requirements/website 1.2. */
export const languages = ['en', 'fr', 'de', 'it', 'pt', 'es'] as const;
export type Language = (typeof languages)[number];
export const isLanguage = (value: string): value is Language => (languages as readonly string[]).includes(value);
