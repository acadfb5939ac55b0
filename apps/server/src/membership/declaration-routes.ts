import * as contract from '@unspoken/contract/declarations';
import { languageAmong } from '@unspoken/contract/languages';
import type { Router } from '../platform/http/routes.ts';
import type { Limits } from '../platform/limits.ts';
import type { DeclarationStore } from './declaration-store.ts';
import type { Declarations } from './declarations.ts';
import { membershipLimits } from './limits.ts';

interface DeclarationRoutesOptions {
  readonly declarations: Declarations;
  readonly store: Pick<DeclarationStore, 'open'>;
  readonly limits: Limits;
}

export function declarationRoutes(router: Router, { declarations, store, limits }: DeclarationRoutesOptions): void {
  router.on(contract.declare, async ({ address, body: { kind, language, ...fields } }) => {
    await limits.use(membershipLimits.declarationsPerNetwork, address);
    const { declaration, receivedAt } = await declarations.receive(kind, { ...fields, language: languageAmong(language) });
    return { declaration, receivedAt: receivedAt.toISOString() };
  });
  router.on(contract.redeemDeclaration, async ({ address, body: { token } }) => {
    await limits.use(membershipLimits.declarationsPerNetwork, address);
    return { kind: await declarations.redeem(token) };
  });
  router.on(contract.openDeclarations, async () => ({
    declarations: (await store.open()).map((row) => ({
      ...{ id: row.id, kind: row.kind, declaration: declarations.wordsOf(row, row.fields.language), email: row.fields.email },
      ...{ receivedAt: row.receivedAt.toISOString(), ofPayer: row.membershipId !== null, isDone: row.doneAt !== null },
    })),
  }));
  router.on(contract.settleDeclaration, async ({ caller, body: { id, execute = false } }) => {
    await declarations.settle(id, { isExecuted: execute, by: caller.accountId });
    return { success: true };
  });
}
