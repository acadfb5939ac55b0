import { parseArgs } from 'node:util';
import { type Config, ConfigError, readConfig } from '../platform/config.ts';
import {
  checkAddress,
  checkDatabase,
  checkDisk,
  checkFiles,
  checkGatherings,
  checkMail,
  checkRedis,
  checkRelays,
  checkSamples,
} from './doctor-checks.ts';
import { checkPayments } from './doctor-payments.ts';
import { checkPush, sendTestPush } from './doctor-push.ts';

/**
 * `npm run doctor`: checks every part that the settings name, and says in plain words what to fix. Exits 1 if
 * anything is wrong. With `--test-push EMAIL` it sends a test notification to the browsers of that account.
 */
async function main(): Promise<number> {
  const config = readConfig(process.env);
  const parts = [checkDatabase, checkRedis, checkMail, checkRelays, checkAddress, checkDisk, checkFiles];
  const checks = [...parts, checkGatherings, checkPush, (of: Config) => checkPayments(of), checkSamples];
  const findings = (await Promise.all(checks.map((check) => check(config)))).flat();
  const { 'test-push': account } = parseArgs({ options: { 'test-push': { type: 'string' } } }).values;
  if (account !== undefined) findings.push(...(await sendTestPush(config, account)));
  const mark = { fine: 'ok  ', noted: 'note', wrong: 'FIX ' } as const;
  for (const { about, is, says } of findings) process.stdout.write(`${mark[is]}  ${about.padEnd(10)} ${says}\n`);
  const problems = findings.filter(({ is }) => is === 'wrong').length;
  process.stdout.write(problems === 0 ? '\nNothing to fix.\n' : `\n${problems} to fix.\n`);
  return problems === 0 ? 0 : 1;
}

main().then(
  (code) => process.exit(code),
  (error: unknown) => {
    process.stderr.write(error instanceof ConfigError ? `FIX   settings   ${error.message}\n` : `${(error as Error).stack}\n`);
    process.exit(1);
  },
);
