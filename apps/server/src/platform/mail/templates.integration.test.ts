import { languages } from '@unspoken/contract/languages';
import { password, startWorld, type World } from '@unspoken/testing/world';
import { afterAll, beforeAll, expect, test } from 'vitest';

let world: World;
beforeAll(async () => {
  world = await startWorld();
});
afterAll(() => world.close());

const subjects = {
  en: 'Please confirm your email address for Unspoken',
} as const;

test('[ACC-18] every recipient gets mails in their own language, as text and as HTML', async () => {
  const seen = new Set<string>();
  for (const language of languages) {
    const { email } = await world.newcomer(`Person-${language}`, { language: `${language}-XX` });
    const [mail] = await world.mails(email);
    seen.add(mail?.subject ?? '');
    expect(mail?.html).toContain(`<html lang="${language}">`);
    expect(mail?.html).toContain('prefers-color-scheme:dark');
    const link = /http\S+\/confirmemail\/\S+/.exec(mail?.text ?? '')?.[0] as string;
    expect(mail?.html).toContain(`href="${link}"`);
    for (const part of [mail?.text, mail?.html]) expect(part).not.toMatch(/\{\{|undefined/);
  }
  // The name is used only once the address is confirmed: before that, a stranger may have chosen it.
  for (const language of languages) {
    const email = `person-${language}@example.org`;
    expect((await world.mails(email))[0]?.text).not.toContain(`Person-${language}`);
    await world.call(`/api/v1/account/confirmemail/${await world.mailedToken(email, 'confirmemail')}`);
    await world.call('/api/v1/account/startrecoverpassword', { body: { email } });
    const link = await world.mailedToken(email, 'resetpassword');
    expect((await world.mailContaining(email, link)).text).toContain(`Person-${language}`);
  }
  expect(seen.size).toBe(languages.length);
  expect(seen).toContain(subjects.en);
});

test('a name cannot write HTML into a mail', async () => {
  const email = 'bold@example.org';
  await world.call('/api/v1/account/register', { body: { name: '<b onclick="x">Bo & Co', email, password } });
  await world.call(`/api/v1/account/confirmemail/${await world.mailedToken(email, 'confirmemail')}`);
  await world.call('/api/v1/account/startrecoverpassword', { body: { email } });
  const mail = await world.mailContaining(email, await world.mailedToken(email, 'resetpassword'));
  expect(mail?.html).toContain('&lt;b onclick=&quot;x&quot;&gt;Bo &amp; Co');
  expect(mail?.html).not.toContain('<b onclick');
});
