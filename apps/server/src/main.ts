import { type RunningApp, startApp } from './app.ts';
import { ConfigError, readConfig } from './platform/config.ts';
import { framesOf } from './platform/request-context.ts';

const tryIt = `
  It takes two. Create an account, open the link in the mailbox, press Connect;
  then do the same in a second browser profile or a private window, or run
  npm run demo in another terminal for a rehearsal partner.

`;

/** Starts one process, prints where to find it, and shuts down cleanly on a signal. */
async function main(): Promise<void> {
  const config = readConfig(process.env);
  const starting = startApp(config);
  // Before anything is printed: a supervisor that reads that the process is up may stop it at once.
  endOnSignal(starting);
  await starting;
  const where = config.publicUrl;
  process.stdout.write(
    `\n  ${config.productName} is at ${where}\n` +
      (config.smtpUrl ? '' : `  Its mails arrive at ${where}/dev/mailbox\n`) +
      (config.production ? '\n' : tryIt) +
      (config.databaseUrl ? '' : `  Data is kept in ${config.dataDir}, in an embedded database.\n`) +
      (config.relay.policy === 'never'
        ? `  Partners connect directly: without a TURN server their machines learn each other's network address.\n\n`
        : `  Partners connect over a relay (RELAY=${config.relay.policy}).\n\n`),
  );
}

function endOnSignal(starting: Promise<RunningApp>): void {
  let stopping = false;
  const stop = () => {
    if (stopping) return;
    stopping = true;
    starting
      .then((app) => app.close())
      .then(
        () => process.exit(0),
        () => process.exit(1),
      );
  };
  process.on('SIGTERM', stop);
  process.on('SIGINT', stop);
  // An unhandled rejection must not end every running minute. Only its origin is printed: its message may hold personal data.
  process.on('unhandledRejection', (reason) => {
    const { name, stack } = reason as Error;
    process.stderr.write(`unhandled rejection: ${name} ${framesOf({ stack })[0]?.trim() ?? ''}\n`);
  });
}

main().catch((error: unknown) => {
  // An error that the operator can fix is printed as one sentence; any other keeps its stack trace.
  const known =
    error instanceof ConfigError ||
    (error as NodeJS.ErrnoException).code === 'EADDRINUSE' ||
    /^DATA_DIR /.test((error as Error).message);
  process.stderr.write(known ? `${(error as Error).message}\n` : `${(error as Error).stack}\n`);
  process.exit(1);
});
