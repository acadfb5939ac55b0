import { shippedDurations } from '@unspoken/contract/durations';
import { long } from '../src/long.ts';
import { minuteOf, watchMinute } from '../src/minute.ts';
import { expect, storiesWith } from '../src/stage.ts';

const story = storiesWith({});

story(
  '[ENC-5] with the shipped durations the minute lasts a minute, and is the same minute on both sides',
  long,
  async ({ couple }) => {
    story.setTimeout(240_000);
    const [ann, ben] = couple;
    for (const each of couple) await watchMinute(each);
    await ann.press('Connect');
    const accept = ann.page.getByRole('button', { name: 'I understand, continue' });
    await expect(accept).toBeDisabled();
    await expect(ben.page.getByTestId('presence')).toContainText('2 people here');
    await ben.press('Connect');
    await Promise.all(
      couple.map((each) => each.page.getByRole('button', { name: 'I understand, continue' }).click({ timeout: 30_000 })),
    );
    await Promise.all(couple.map((each) => each.is('enteringRoom', 20_000)));
    await Promise.all(couple.map((each) => each.start()));
    await Promise.all(couple.map((each) => each.is('connected', 30_000)));
    await Promise.all([ann.sees('blue'), ben.sees('red')]);
    await Promise.all(couple.map((each) => each.is('disconnected', 80_000)));
    const [a, b] = [await minuteOf(ann), await minuteOf(ben)];
    expect(Math.abs(a.connected - b.connected)).toBeLessThan(250);
    for (const { connected, disconnected } of [a, b])
      expect(Math.abs(disconnected - connected - shippedDurations.connectionDuration)).toBeLessThan(500);
    await Promise.all(couple.map((each) => each.is('digesting')));
    for (const each of couple) expect((await each.counters()).completedMinutes).toBe(1);
  },
);
