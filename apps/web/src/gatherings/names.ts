import type { Gathering } from '@unspoken/contract/gatherings';

/** The city of a zone: `New_York` of `America/New_York`. */
export const cityOf = (zone: string): string => zone.slice(zone.lastIndexOf('/') + 1);

type Named = Pick<Gathering, 'zone' | 'isRegular'>;

/** The zone of the daily gathering: the one with the most regular gatherings in the list. Undefined if several have as many. */
export function dailyZone(all: readonly Named[]): string | undefined {
  const zones = [
    ...Map.groupBy(
      all.filter(({ isRegular }) => isRegular),
      ({ zone }) => zone,
    ),
  ];
  const [first, second] = zones.toSorted(([, one], [, other]) => other.length - one.length);
  return first && first[1].length > (second?.[1].length ?? 0) ? first[0] : undefined;
}
