import { expect, story } from '../src/stage.ts';
import { leaks } from '../src/wire.ts';

story(
  '[ENC-19] what each side was sent about the other is checked after every story, and a leak is detected',
  async ({ couple }) => {
    const [ann, ben] = couple;
    expect(leaks(couple)).toEqual([]);
    // Known as soon as the page has read its account.
    const idOf = () => [...ben.wire.accounts().userIds][0] ?? '';
    await expect.poll(idOf).toMatch(/^[\da-f-]{36}$/);
    const id = idOf();
    for (const word of [id, ben.email, ben.name]) {
      ann.wire.hear(`42["room:message",{"partner":"${word}"}]`);
      expect(leaks(couple)).toEqual([expect.stringContaining('by socket')]);
      ann.wire.heard.pop();
    }
    // A person may be sent their own data.
    ben.wire.hear(ben.email);
    expect(leaks(couple)).toEqual([]);
  },
);
