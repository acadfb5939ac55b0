/** `npm run dev`: the server, restarted on change, beside the web client with hot reload. */
import { spawn } from 'node:child_process';

const children = [
  spawn(
    'npx',
    ['node', '--disable-proto=throw', '--wasm-wrapper-tiering-budget=2147483647', '--watch', 'apps/server/src/main.ts'],
    {
      stdio: 'inherit',
      env: { ...process.env, PUBLIC_URL: 'http://localhost:5173' },
    },
  ),
  spawn('npx', ['vite', 'apps/web'], { stdio: 'inherit' }),
];
const end = () => {
  for (const child of children) child.kill('SIGTERM');
};
process.on('SIGINT', end);
process.on('SIGTERM', end);
for (const child of children) child.on('exit', end);
