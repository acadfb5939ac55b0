import { expect, test } from 'vitest';
import { callOf } from './call-address.ts';

test('[WEB-175] an address names a call, or none', () => {
  expect(callOf('?ring=a+b&type=oneminute&pool=myCircle')).toEqual({
    ring: { ringID: 'a b', pool: { experienceType: 'oneminute', poolType: 'myCircle' } },
  });
  expect(callOf('?rendezvous=r&pool=anyone')).toEqual({ rendezvous: 'anyone' });
  for (const none of ['', '?ring=a', '?ring=a&type=oneminute', '?ring=a&type=oneminute&pool=personalInvite', '?pool=anyone'])
    expect(callOf(none), none).toBeUndefined();
});
