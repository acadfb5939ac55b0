import { checkAsvs } from './asvs.ts';
import { checkDeterminism } from './determinism.ts';
import { checkGenerated } from './generated.ts';
import { checkImports } from './imports.ts';
import { checkLongTexts } from './long-texts.ts';
import { checkMigrations } from './migrations.ts';
import { checkPromises } from './promises.ts';
import { checkRelayFirewall } from './relay-firewall.ts';
import { checkRequirements } from './requirements.ts';
import { checkRows } from './rows.ts';
import { checkTexts } from './texts.ts';
import { checkTraces } from './traces.ts';

/** The project's own checks: all of them run, and each prints its findings. */
const checks = {
  imports: checkImports,
  determinism: checkDeterminism,
  migrations: checkMigrations,
  promises: checkPromises,
  requirements: checkRequirements,
  rows: checkRows,
  asvs: checkAsvs,
  'relay firewall': checkRelayFirewall,
  texts: checkTexts,
  'long texts': checkLongTexts,
  traces: checkTraces,
  generated: checkGenerated,
};

let findings = 0;
for (const [name, check] of Object.entries(checks))
  for (const finding of await check()) process.stdout.write(`${name}: ${finding}\n`) && findings++;
process.exitCode = findings > 0 ? 1 : 0;
