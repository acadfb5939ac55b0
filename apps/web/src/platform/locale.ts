/** The locale in which dates and amounts are written: in English they are British, as all English here. */
export const localeOf = (language: string): string => (language === 'en' ? 'en-GB' : language);
