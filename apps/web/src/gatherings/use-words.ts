import type { Gathering } from '@unspoken/contract/gatherings';
import { useTranslation } from 'react-i18next';
import type places from '../../locales/en/gatherings.json';
import { cityOf, dailyZone } from './names.ts';
import { useUntil } from './space-text.ts';
import { Times } from './times.ts';

type Place = keyof (typeof places)['places'];

/** The names and times of gatherings in the language of the interface. */
export function useWords(all: readonly Gathering[] = []) {
  const { t, i18n } = useTranslation('gatherings');
  const times = new Times(i18n.language, navigator.language);
  const countdown = useUntil();
  const daily = dailyZone(all);
  const placeOf = (zone: string): string => {
    const city = cityOf(zone);
    return t(`places.${city as Place}`, { defaultValue: city.replaceAll('_', ' ') });
  };
  const elsewhere = ({ startTimeMillSec: start, zone }: Gathering) => ({ time: times.time(start, zone), place: placeOf(zone) });
  return {
    t,
    times,
    nameOf(gathering: Gathering): string {
      if (gathering.name !== '') return gathering.name;
      return gathering.zone === daily ? t('daily') : t('at', elsewhere(gathering));
    },
    /** `20:00 in Tokyo`, of a gathering in another zone. */
    elsewhere: (gathering: Gathering): string => t('elsewhere', elsewhere(gathering)),
    countdown,
  };
}

export type Words = ReturnType<typeof useWords>;
