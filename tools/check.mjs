/** `npm run check`: all static checks, which do not run the product. The parts run concurrently. */
import { spawn } from 'node:child_process';

const parts = {
  biome: ['npx', ['biome', 'check', '--error-on-warnings', '.']],
  'types of the server side': ['npx', ['tsc', '-p', 'tsconfig.json']],
  'types of the web': ['npx', ['tsc', '-p', 'apps/web/tsconfig.json']],
  'types of the stories': ['npx', ['tsc', '-p', 'verification/e2e/tsconfig.json']],
  knip: ['npx', ['knip', '--no-progress']],
  house: ['node', ['tools/checks/all.ts']],
};

const run = ([name, [command, args]]) =>
  new Promise((resolve) => {
    const child = spawn(command, args, { stdio: ['ignore', 'pipe', 'pipe'], shell: process.platform === 'win32' });
    let output = '';
    child.stdout.on('data', (text) => (output += text));
    child.stderr.on('data', (text) => (output += text));
    child.on('close', (code) => resolve({ name, passed: code === 0, output }));
  });

const results = await Promise.all(Object.entries(parts).map(run));
for (const { name, passed, output } of results) {
  process.stdout.write(`${passed ? 'ok  ' : 'FAIL'} ${name}\n`);
  if (!passed) process.stdout.write(`${output}\n`);
}
const failed = results.filter(({ passed }) => !passed).length;
process.stdout.write(`${results.length - failed} passed, ${failed} failed\n`);
process.exitCode = failed > 0 ? 1 : 0;
