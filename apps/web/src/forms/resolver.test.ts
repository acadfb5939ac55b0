import { loginBody, registerBody } from '@unspoken/contract/accounts';
import { expect, test } from 'vitest';
import { contractResolver } from './resolver.ts';

const options = { fields: {}, shouldUseNativeValidation: false };

test('every invalid field has its own code, the first that applies', async () => {
  const { errors } = await contractResolver(registerBody)(
    { name: ' ', email: 'x', password: 'short', termsAccepted: false, over18: false },
    undefined,
    options,
  );
  expect(Object.fromEntries(Object.entries(errors).map(([name, error]) => [name, error?.message]))).toEqual({
    name: 'name_blank',
    email: 'email_invalid',
    password: 'password_short',
    termsAccepted: 'terms_needed',
    over18: 'adult_needed',
  });
});

test('a valid form passes as it was typed', async () => {
  const values = { email: 'ann@example.org', password: ' eight or more ' };
  expect(await contractResolver(loginBody)(values, undefined, options)).toEqual({ values, errors: {} });
});
