import { grantableRoles } from '@unspoken/contract/administration';
import { type ActKind, holdCauses } from '@unspoken/contract/cases';
import { pauses } from '@unspoken/contract/configuration';
import { houseRules } from '@unspoken/contract/standing';
import { useTranslation } from 'react-i18next';

const oneOf = <T extends string>(known: readonly T[], code: string | null): T | undefined => known.find((each) => each === code);

/**
 * The code of a line of the ledger in words: the role, the state of the platform, the cause of a hold, or the rule. Empty for
 * lines without a code, and for those whose code is the id of another line.
 */
export function useReasonText(): (kind: ActKind, code: string | null) => string {
  const { t } = useTranslation('console');
  const { t: words } = useTranslation('standing');
  return (kind, code) => {
    const role = kind === 'role granted' && oneOf(grantableRoles, code);
    if (role) return t(`people.roles.${role}`);
    const pause = kind === 'pause set' && oneOf(pauses, code);
    if (pause) return t(`platform.pauses.${pause}`);
    const cause = kind === 'held' && oneOf(holdCauses, code);
    if (cause) return t(`case.holdCauses.${cause}`);
    const rule = oneOf(houseRules, code);
    return rule ? t('case.rule', { rule: words(`standing.rules.${rule}`) }) : '';
  };
}
