import { code, files, isTest, read } from './files.ts';

const forbidden = [
  /\bDate\.now\b/,
  /\bDate\[/,
  /\bnew Date(?!\()/,
  /\bnew Date\(\)/,
  /\bglobalThis\.set(Timeout|Interval|Immediate)\b/,
  /['"](node:)?timers(\/promises)?['"]/,
  /(?<![.\w])set(Timeout|Interval|Immediate)\((?!run: )/,
  /\bMath\.random\b/,
  /\b(random(UUID|Bytes|Int|Fill)|getRandomValues)\(/,
  /\bperformance\.now\b/,
  /\bprocess\.(hrtime|uptime)\b/,
];

const mustBeDeterministic = (path: string) =>
  (path.startsWith('apps/server/src/') && !path.startsWith('apps/server/src/platform/')) ||
  path.startsWith('packages/encounter/src/') ||
  path.startsWith('packages/contract/src/');

/** Time and randomness are passed in: code that reads a clock or draws a random number cannot be simulated. */
export const checkDeterminism = (): string[] =>
  files('.ts')
    .filter((path) => mustBeDeterministic(path) && !isTest(path) && !path.endsWith('/testbed.ts'))
    .flatMap((path) =>
      forbidden.filter((pattern) => pattern.test(code(read(path)))).map((pattern) => `${path} uses ${pattern.source}`),
    );
