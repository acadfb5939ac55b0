import { code, files, isTest, read } from './files.ts';

const forbidden = [
  /\bDate\.now\(/,
  /\bnew Date\(\)/,
  /(?<![.\w])set(Timeout|Interval|Immediate)\((?!run: )/,
  /\bMath\.random\(/,
  /\brandom(UUID|Bytes)\(/,
  /\bperformance\.now\(/,
];

const pure = (path: string) =>
  (path.startsWith('apps/server/src/') && !path.startsWith('apps/server/src/platform/')) ||
  path.startsWith('packages/encounter/src/') ||
  path.startsWith('packages/contract/src/');

/** Time and chance are passed in: whoever reads a clock or throws a die cannot be simulated. */
export const checkDeterminism = (): string[] =>
  files('.ts')
    .filter((path) => pure(path) && !isTest(path) && !path.endsWith('/testbed.ts'))
    .flatMap((path) =>
      forbidden.filter((pattern) => pattern.test(code(read(path)))).map((pattern) => `${path} uses ${pattern.source}`),
    );
