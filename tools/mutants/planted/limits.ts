import type { Bug } from '../bug.ts';

const server = 'apps/server/src';
const connecting = `${server}/matchmaking/module.ts`;
const connectingTests = `${server}/matchmaking/module.test.ts`;
const signingIn = `${server}/accounts/signing-in.ts`;
const manyAccounts = `${server}/accounts/many-accounts.integration.test.ts`;
const furtherLimits = `${server}/accounts/further-limits.integration.test.ts`;
const accountRoutes = `${server}/accounts/routes.ts`;
const registration = `${server}/accounts/registration.ts`;
const redisCounters = `${server}/platform/redis/redis-counters.ts`;
const redisTests = `${server}/platform/redis/redis.integration.test.ts`;
const intake = `${server}/moderation/intake.ts`;
const reportRules = `${server}/moderation/rules.ts`;
const manyReports = `${server}/moderation/many-reports.integration.test.ts`;

/** Limits of section 5 of the threats. */
export const limits: readonly Bug[] = [
  {
    name: 'connect requests have no limit for the hour',
    file: connecting,
    from: '      await limits.use(matchmakingLimits.connectPerAccountAndHour, accountId);\n',
    to: '',
    suite: connectingTests,
  },
  {
    name: 'a connect request that the minute refuses counts for the hour',
    file: connecting,
    from: `      await limits.use(matchmakingLimits.connectPerAccount, accountId);
      await limits.use(matchmakingLimits.connectPerAccountAndHour, accountId);`,
    to: `      await limits.use(matchmakingLimits.connectPerAccountAndHour, accountId);
      await limits.use(matchmakingLimits.connectPerAccount, accountId);`,
    suite: connectingTests,
  },
  {
    name: 'relay credentials have no limit',
    file: `${server}/encounters/routes.ts`,
    from: '    await limits.use(encounterLimits.relayPerAccount, caller.accountId);\n',
    to: '',
    suite: `${server}/encounters/ice.integration.test.ts`,
    test: '120 times an hour',
  },
  {
    name: 'any number of guests come from one network',
    file: `${server}/experiences/routes.ts`,
    from: '    await limits.use(experienceLimits.guestPerAddress, address);\n',
    to: '',
    suite: furtherLimits,
    test: '[ACC-21] sixty people',
  },
  {
    name: 'a passkey is tried without a limit',
    file: accountRoutes,
    from: `    await limits.use(accountLimits.secondFactorPerAccount, caller.accountId);
    await passkeys.prove(`,
    to: '    await passkeys.prove(',
    suite: furtherLimits,
    test: '[ACC-21] a second factor is tried',
  },
  {
    name: 'a network that tries many accounts is not challenged',
    file: signingIn,
    from: '      if (!isTrusted) await challenge.begin(key, by.address);\n',
    to: '',
    suite: manyAccounts,
    test: '[ACC-52] one network fails',
  },
  {
    name: 'a trusted browser is challenged',
    file: signingIn,
    from: 'if (!isTrusted) await challenge.begin(',
    to: 'await challenge.begin(',
    suite: manyAccounts,
    test: '[ACC-52] a password set by',
  },
  {
    name: 'a school is challenged for signing in',
    file: signingIn,
    from: '    if (isRight && !isTrusted) await challenge.passed(key, by.address);\n',
    to: '',
    suite: manyAccounts,
    test: '[ACC-52] a school',
  },
  {
    name: 'refused sign-ins are missing from the alarm',
    file: signingIn,
    from: "if (error instanceof TooMany) onAttempt('refused');",
    to: '',
    suite: manyAccounts,
    test: '[ACC-52] attempts are counted',
  },
  {
    name: 'very many registrations join at once',
    file: registration,
    from: 'return waitingList || !(await mayJoinAtOnce());',
    to: 'return waitingList;',
    suite: manyAccounts,
    test: '[ACC-53] of more than',
  },
  {
    name: 'an invited person waits beside very many registrations',
    file: registration,
    from: 'const mustWait = !invited && (await this.#mustWait(key));',
    to: 'const mustWait = await this.#mustWait(key);',
    suite: manyAccounts,
    test: '[ACC-53] of more than',
  },
  {
    name: 'in Redis a subject that is counted is refused',
    file: redisCounters,
    from: "if redis.call('SISMEMBER', KEYS[1], ARGV[1]) == 1 then return 0 end\n",
    to: '',
    suite: redisTests,
  },
  {
    name: 'in Redis each new subject begins the window again',
    file: redisCounters,
    from: "if counted == 0 then redis.call('PEXPIRE', KEYS[1], ARGV[3]) end",
    to: "redis.call('PEXPIRE', KEYS[1], ARGV[3])",
    suite: redisTests,
  },
  {
    name: 'in memory a dropped subject leaves no room',
    file: `${server}/platform/memory-counters.ts`,
    from: '    this.#windows.get(key)?.subjects.delete(subject);\n',
    to: '',
    suite: `${server}/platform/limits.test.ts`,
  },
  {
    name: 'the eleventh report of a day counts towards a hold',
    file: reportRules,
    from: "const many = reporter && !reporter.isWithinDay ? 'many' : null;",
    to: 'const many = null;',
    suite: manyReports,
    test: '[MOD-36] the tenth report',
  },
  {
    name: 'a flood of reports comes before all others',
    file: intake,
    from: 'const isFirst = isAlerting(heldBack, reasons);',
    to: 'const isFirst = heldBack !== null;',
    suite: manyReports,
    test: '[MOD-36] the tenth report',
  },
];
