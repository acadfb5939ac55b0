import { expect, story } from '../src/stage.ts';
import { leaks } from '../src/wire.ts';

story(
  '[ENC-19] what one is told of the other is looked through after every story, and a word too much is found',
  async ({ couple }) => {
    const [ann, ben] = couple;
    expect(leaks(couple)).toEqual([]);
    const [id] = ben.wire.accounts().userIds;
    expect(id).toMatch(/^[\da-f-]{36}$/);
    for (const word of [id, ben.email, ben.name]) {
      ann.wire.hear(`42["room:message",{"partner":"${word}"}]`);
      expect(leaks(couple)).toEqual([expect.stringContaining('by socket')]);
      ann.wire.heard.pop();
    }
    // The other way round is another matter.
    ben.wire.hear(ben.email);
    expect(leaks(couple)).toEqual([]);
  },
);
