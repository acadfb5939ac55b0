import type { Durations } from '@unspoken/contract/durations';
import { AppError } from '@unspoken/contract/errors';
import { mediaOf, type ProvenFile, proveScript, type ScriptFinding, scriptLimitsBy } from '@unspoken/contract/script-proof';
import type { Script } from '@unspoken/contract/scripts';
import type { CatalogueStore } from '../experiences/service.ts';
import type { Database } from '../platform/database/database.ts';

interface ProvingOptions {
  readonly catalogue: Pick<CatalogueStore, 'files'>;
  readonly durations: Durations;
}

/** What a script breaks of the rules, with what is known of the files that it names. */
export class Proving {
  readonly #options: ProvingOptions;
  constructor(options: ProvingOptions) {
    this.#options = options;
  }

  /** `facilitatorId` is the author, whose own the files have to be. */
  async findings(script: Script, facilitatorId: string, from?: Database): Promise<readonly ScriptFinding[]> {
    const { catalogue, durations } = this.#options;
    const rows = await catalogue.files([...mediaOf(script)], from);
    const files = new Map(
      rows.map(({ id, state, ownerId, kind, durationMs }): [string, ProvenFile] => [
        id,
        { isReady: state === 'ready', isOwn: ownerId === facilitatorId, kind, duration: durationMs ?? undefined },
      ]),
    );
    return proveScript(script, files, scriptLimitsBy(durations));
  }

  /** Throws `script_not_proven`, with the rule that is broken at each place. */
  async require(script: Script, facilitatorId: string, from?: Database): Promise<void> {
    const findings = await this.findings(script, facilitatorId, from);
    if (findings.length === 0) return;
    const placeOf = ({ place, language }: ScriptFinding) => (language ? `${place} ${language}` : place);
    throw new AppError('script_not_proven', Object.fromEntries(findings.map((each) => [placeOf(each), each.rule])));
  }
}
