import { minuteType } from '@unspoken/contract/matchmaking';
import { audioWindows } from '@unspoken/contract/script-time';
import type { Plans, RoomPlan } from '../encounters/service.ts';
import type { Catalogue, Version } from './catalogue.ts';

const planOf = ({ id, script, isRehearsal }: Version): RoomPlan => {
  const { introDuration, connectionDuration, afterConnectionDuration } = script;
  return {
    versionId: id,
    durations: { introDuration, connectionDuration, afterConnectionDuration },
    windows: [audioWindows(script, 1), audioWindows(script, 2)],
    ...(isRehearsal && { isRehearsal }),
  };
};

/** Provides the plans of rooms from the catalogue. Access has been checked before, so versions in beta are included. */
export const plansOf = (
  catalogue: Pick<Catalogue, 'current' | 'version'>,
  /** The version that is rehearsed by a personal invitation, by the hash of its code. */
  rehearsed: (codeHash: string) => Promise<string | undefined>,
): Plans => ({
  async opening({ experienceType, poolType, groupSpace }) {
    if (experienceType === minuteType) return undefined;
    const frozen = poolType === 'personalInvite' ? await rehearsed(groupSpace) : undefined;
    const version = frozen === undefined ? catalogue.current(experienceType, true) : await catalogue.version(frozen);
    return version ? planOf(version) : 'gone';
  },
  async of(versionId) {
    const version = await catalogue.version(versionId);
    if (!version) throw new Error(`there is no version ${versionId}`);
    return planOf(version);
  },
});
