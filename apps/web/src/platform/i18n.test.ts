import i18next from 'i18next';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { chooseLanguage, firstLanguage, languageOfAccount, startTexts, syncDocumentLanguage } from './i18n.ts';

/** When the texts of a language arrive: at once, unless a test holds them back. */
const texts = vi.hoisted(() => {
  const arrives = new Map<string, Promise<void>>();
  const of = (language: string) => async () => {
    await arrives.get(language);
    return { default: { common: { hello: `hello in ${language}` } } };
  };
  return { arrives, of };
});
vi.mock('texts:en', texts.of('en'));
vi.mock('texts:de', texts.of('de'));
vi.mock('texts:fr', texts.of('fr'));
vi.mock('texts:it', async () => {
  throw new Error('the line is down');
});
vi.mock('texts:es', texts.of('es'));
vi.mock('texts:pt', texts.of('pt'));
for (const language of ['en', 'de', 'fr', 'it', 'es', 'pt'])
  for (const group of ['rest', 'seldom']) vi.doMock(`texts:${language}/${group}`, texts.of(language));

const page = { cookie: '', documentElement: { lang: '' } };
const at = (search: string, languages: string[], cookie = '') => {
  page.cookie = cookie;
  vi.stubGlobal('document', page);
  vi.stubGlobal('location', { search, protocol: 'https:' });
  vi.stubGlobal('navigator', { languages });
};
beforeEach(() => at('', ['en']));
afterEach(() => vi.unstubAllGlobals());

test.each([
  ['the address names one', '?lang=fr', ['de'], 'language=es', 'fr'],
  ['the address names none there is', '?lang=tlh', ['de'], 'language=es', 'es'],
  ['one was chosen here', '', ['de'], 'language=es', 'es'],
  ['the cookie holds none there is', '', ['de'], 'language=tlh', 'de'],
  ['the browser wishes for a variant', '', ['pt-BR', 'de'], '', 'pt'],
  ['the first wish cannot be met', '', ['nl', 'IT-ch', 'de'], '', 'it'],
  ['no wish can be met', '', ['nl'], '', 'en'],
])('[WEB-24] which language a page begins in: %s', (_, search, languages, cookie, first) => {
  at(search, languages, cookie);
  expect(firstLanguage()).toBe(first);
});

test('[WEB-24] a language changes once its texts have loaded, is kept in this browser and declared by the document', async () => {
  await startTexts('Unspoken', 'en');
  syncDocumentLanguage();
  expect([i18next.language, page.documentElement.lang, page.cookie]).toEqual(['en', 'en', '']);
  await chooseLanguage('de');
  expect([i18next.language, page.documentElement.lang]).toEqual(['de', 'de']);
  expect(page.cookie).toMatch(/^language=de(;|$)/);
});

test('[WEB-24] texts that cannot be loaded leave everything unchanged', async () => {
  await startTexts('Unspoken', 'en');
  await expect(chooseLanguage('it')).rejects.toThrow();
  expect([i18next.language, page.cookie]).toEqual(['en', '']);
});

test('[WEB-24] of two languages chosen one after the other the later one stays, whichever arrives first', async () => {
  await startTexts('Unspoken', 'en');
  let arrive = () => {};
  texts.arrives.set(
    'fr',
    new Promise((resume) => {
      arrive = resume;
    }),
  );
  const first = chooseLanguage('fr');
  await chooseLanguage('es');
  arrive();
  await first;
  expect(i18next.language).toBe('es');
  expect(page.cookie).toMatch(/^language=es(;|$)/);
});

test('[WEB-24] the account’s language is shown unless another was chosen in this browser, and is not kept there', async () => {
  await startTexts('Unspoken', 'en');
  await languageOfAccount('de');
  expect([i18next.language, page.cookie]).toEqual(['de', '']);
  at('', ['en'], 'language=es');
  await languageOfAccount('en');
  expect(i18next.language).toBe('de');
});
