import { parseArgs } from 'node:util';
import { grantableRoles } from '@unspoken/contract/administration';
import { accountsModule } from '../accounts/module.ts';
import type { Accounts } from '../accounts/service.ts';
import { circleModule } from '../circle/module.ts';
import { SqlEncounterStore } from '../encounters/store.ts';
import { ContentError } from '../experiences/content.ts';
import { type ContentFolders, contentFolders } from '../experiences/content-folders.ts';
import { giftsBeside } from '../membership/module.ts';
import { placeDays } from '../membership/places.ts';
import type { CaseStore } from '../moderation/case-store.ts';
import { conductModule, moderationModule } from '../moderation/module.ts';
import { systemClock } from '../platform/clock.ts';
import { ConfigError, readConfig } from '../platform/config.ts';
import { openPlatform } from '../platform/platform.ts';
import { systemRandom } from '../platform/random.ts';
import { waitingListModule } from '../waiting-list/module.ts';
import type { WaitingList } from '../waiting-list/service.ts';
import { addSamples, samplePassword } from './sample.ts';

const usage = `npm run admin -- <command>

  waiting                        who has answered the questionnaire of the waiting list
  approve <email>                admit an account; its owner is notified by mail
  decline <email> <reason>       decline an account; its owner is mailed the reason
  grant <email> <role>           give a role: ${grantableRoles.join(', ')}
  reset-factor <email>           remove the lost second factors of a colleague, who then sets up another
  beta <email> [off]             give an account access to experiences in beta; "off" revokes it
  gift <email> [days]            give an account a membership without a payment, for 30 days
  experiences import <folder>    import the experiences of a folder: all, or if one is invalid none
  experiences export <folder>    export the published experiences to a folder
  sample                         made-up people, reports and a notice, to look around in the console; not in production

It may run beside the server, on the same settings (DATABASE_URL or DATA_DIR).
`;

/** A wrong command line; the message is one sentence for the operator. */
class UsageError extends Error {}

const need = (value: string | undefined, what: string): string => {
  if (!value) throw new UsageError(`${what} is missing`);
  return value;
};

async function accountOf(accounts: Accounts, email: string): Promise<string> {
  const account = await accounts.byEmail(email);
  if (!account) throw new UsageError(`nobody has the address ${email}`);
  return account.id;
}

const by = 'command line';
const nothing = async () => {};

interface Administration {
  readonly accounts: Accounts;
  readonly waitingList: WaitingList;
  readonly ledger: CaseStore;
  readonly give: ReturnType<typeof giftsBeside>;
  readonly content: ContentFolders;
  readonly production: boolean;
  readonly sample: () => Promise<number>;
}

const commands: Readonly<Record<string, (administration: Administration, args: readonly string[]) => Promise<string>>> = {
  async waiting({ waitingList }) {
    const waiting = await waitingList.waiting();
    const lines = waiting.map(
      ({ account, application: { submittedAt, motivation, reference, explanation } }) =>
        `${account.email} (${account.name}), since ${submittedAt.toISOString()}, heard of it by ${reference}\n  ${motivation}\n  ${explanation}`,
    );
    return lines.join('\n') || 'Nobody is waiting.';
  },
  async approve({ accounts, waitingList }, [email]) {
    await waitingList.approve(await accountOf(accounts, need(email, 'the address')), by, nothing);
    return `${email} is in.`;
  },
  async decline({ accounts, waitingList }, [email, ...reason]) {
    const why = need(reason.join(' ').trim(), 'the reason');
    await waitingList.decline(await accountOf(accounts, need(email, 'the address')), by, why, nothing);
    return `${email} was declined.`;
  },
  async grant({ accounts, ledger }, [email, wanted]) {
    const role = grantableRoles.find((each) => each === wanted);
    if (!role) throw new UsageError(`the role must be one of ${grantableRoles.join(', ')}`);
    const subject = await accountOf(accounts, need(email, 'the address'));
    const line = { id: systemRandom.id(), at: new Date(systemClock.now()), kind: 'role granted', subject, code: role } as const;
    await accounts.settings.role(subject, role, (tx) => ledger.append(tx, line));
    return `${email} is ${role} now, and has to sign in again.`;
  },
  async 'reset-factor'({ accounts, ledger }, [email]) {
    const subject = await accountOf(accounts, need(email, 'the address'));
    const line = { id: systemRandom.id(), at: new Date(systemClock.now()), kind: 'second factor reset', subject } as const;
    await accounts.secondFactor.reset(subject, (tx) => ledger.append(tx, line));
    return `${email} has no second factor now, and has to sign in again.`;
  },
  async beta({ accounts, ledger }, [email, off]) {
    const subject = await accountOf(accounts, need(email, 'the address'));
    if (off !== undefined && off !== 'off') throw new UsageError('the only word allowed after the address is "off"');
    const kind = off ? 'beta access revoked' : 'beta access granted';
    const line = { id: systemRandom.id(), at: new Date(systemClock.now()), kind, subject } as const;
    await accounts.settings.betaAccess(subject, !off, (tx) => ledger.append(tx, line));
    return off ? `${email} no longer sees experiences in beta.` : `${email} sees experiences in beta now.`;
  },
  async gift({ accounts, give, ledger }, [email, days = `${placeDays}`]) {
    if (!/^[1-9]\d{0,3}$/.test(days)) throw new UsageError('after the address comes a number of days');
    const subject = await accountOf(accounts, need(email, 'the address'));
    const line = { id: systemRandom.id(), at: new Date(systemClock.now()), kind: 'membership given', subject } as const;
    await give(subject, Number(days), (tx) => ledger.append(tx, line));
    return `${email} has a membership for ${days} days, without a payment.`;
  },
  async experiences({ content }, [direction, folder]) {
    if (direction !== 'import' && direction !== 'export') throw new UsageError('after "experiences" comes "import" or "export"');
    if (direction === 'export') return `Written: ${(await content.exportTo(need(folder, 'the folder'))).join(', ')}`;
    const done = await content.importFrom(need(folder, 'the folder'));
    return (
      done.map(({ type, version, outcome }) => `${type}: version ${version}, ${outcome}`).join('\n') || 'The folder is empty.'
    );
  },
  async sample({ accounts, production, sample }) {
    if (production) throw new UsageError('samples are not made in production');
    if (await accounts.byEmail('sample-1@example.org')) throw new UsageError('the samples are there already');
    const cases = await sample();
    return `${cases} cases wait at /admin. The people are sample-1@example.org and so on, their password is "${samplePassword}".`;
  },
};

/** Runs one command; its answer is for people. Throws what `problemOf` puts into words. */
export async function administer(words: readonly string[], environment: NodeJS.ProcessEnv): Promise<string> {
  const [name, ...args] = parseArgs({ args: [...words], allowPositionals: true, options: {} }).positionals;
  const command = name !== undefined && Object.hasOwn(commands, name) ? commands[name] : undefined;
  if (!command) throw new UsageError(usage);
  const config = readConfig(environment);
  const log = { warn: () => {}, error: (values: { fault?: string }) => void process.stderr.write(`${values.fault}\n`) };
  const platform = await openPlatform(config, { log, beside: true });
  try {
    const { clock, random } = platform;
    const encounters = new SqlEncounterStore(platform.db);
    const { accounts, guardAccounts } = accountsModule(platform);
    const { waitingList } = waitingListModule(platform, { accounts });
    const history = (accountId: string) => encounters.history(accountId);
    const veiledBy = encounters.veiledBy.bind(encounters);
    const { ledger, intake, notices } = conductModule(platform, { accounts, guardAccounts, encounters: history, veiledBy });
    // Composed as in the server.
    const moderated = moderationModule(platform, { accounts, guardAccounts, intake, onHeld: ledger.announceStanding });
    const { moderation } = moderated;
    circleModule(platform, { accounts, ...moderated });
    const give = giftsBeside(platform);
    const content = contentFolders(platform);
    const sample = () => addSamples({ accounts, encounters, moderation, notices, clock, random });
    const administration = { accounts, waitingList, give, content, ledger: ledger.store, sample };
    return await command({ ...administration, production: config.production }, args);
  } finally {
    await platform.close();
  }
}

/** What a failed command prints: a sentence for the operator, or the stack of an unknown fault. */
export function problemOf(error: unknown): string {
  const { code, message, stack } = error as Error & { code?: string };
  if (code === 'not_found') return 'They are not on the waiting list.';
  const isKnown =
    error instanceof UsageError || error instanceof ConfigError || error instanceof ContentError || code === 'last_admin';
  return isKnown ? message : String(stack);
}

if (import.meta.main)
  administer(process.argv.slice(2), process.env).then(
    (output) => process.stdout.write(`${output}\n`),
    (error: unknown) => {
      process.stderr.write(`${problemOf(error)}\n`);
      process.exitCode = 1;
    },
  );
