import { calls } from '@unspoken/contract/calls';
import { startWorld, type World } from '@unspoken/testing/world';
import { expect, test } from 'vitest';
import { encountersContract } from './encounters-contract.ts';

let world: World;

encountersContract('one process', async (environment) => {
  world = await startWorld(environment);
  return { processes: [world], close: () => world.close() };
});

test('every call of the contract has a route, and the OpenAPI document lists it', async () => {
  const document = (await world.call('/api/v1/openapi.json')).body;
  const documented = Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.keys(methods as object).map((method) => `${method.toUpperCase()} ${path}`),
  );
  expect(documented.sort()).toEqual(calls.map(({ method, path }) => `${method} ${path}`).sort());
  for (const { method, path } of calls) {
    const answer = await world.call(path.replace('{hash}', 'x'), { method, ...(method === 'POST' && { body: {} }) });
    expect(answer.body.error, path).not.toBe('not_found');
  }
});
