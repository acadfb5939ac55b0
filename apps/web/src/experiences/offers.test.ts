import type { Subscription } from '@unspoken/contract/accounts';
import { expect, test } from 'vitest';
import { offerTo, poolsOf } from './offers.ts';

const member = (activeSubscription: boolean, freeExperienceUsed: boolean) => ({
  subscription: { activeSubscription, freeExperienceUsed } as Subscription,
});

test('[WEB-121] a subscriber connects in any pool, whether or not the free experience was used', () => {
  for (const used of [false, true]) {
    expect(offerTo(member(true, used))).toBe('connect');
    expect(poolsOf('connect')).toEqual(['anyone', 'myCircle']);
  }
});

test('[WEB-121] a member tries one experience free, in the circle, and afterwards is offered membership', () => {
  expect(offerTo(member(false, false))).toBe('try');
  expect(poolsOf('try')).toEqual(['myCircle']);
  expect(offerTo(member(false, true))).toBe('membership');
  expect(poolsOf('membership')).toEqual([]);
});

test('[WEB-121] a visitor is offered an account', () => {
  expect(offerTo(undefined)).toBe('account');
  expect(poolsOf('account')).toEqual([]);
});
