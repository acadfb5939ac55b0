/**
 * Countries by ISO 3166-1 alpha-2, and the income group in which the World Bank lists them: the classification of July 2025, by gross
 * national income per head. Territories that it lists by themselves are here by themselves; the group below the middle is one with the
 * lowest, because the same amounts are suggested. Source: https://datahelpdesk.worldbank.org/knowledgebase/articles/906519
 */
const incomeGroups = {
  high: [
    ...'AD AE AG AT AU AW BB BE BG BH BM BN BS CA CH CL CR CW CY CZ DE DK EE ES FI FO FR GB GI GL GR GU GY HK HR HU IE'.split(
      ' ',
    ),
    ...'IL IM IS IT JP KN KR KW KY LI LT LU LV MC MF MO MP MT NC NL NO NR NZ OM PA PF PL PR PT PW QA RO RU SA SC SE SG'.split(
      ' ',
    ),
    ...'SI SK SM SX TC TT TW US UY VG VI'.split(' '),
  ],
  upperMiddle: [
    ...'AL AM AR AS AZ BA BR BW BY BZ CN CO CU CV DM DO DZ EC FJ GA GD GE GQ GT ID IQ IR JM KZ LC LY MD ME MH MK MN MU'.split(
      ' ',
    ),
    ...'MV MX MY NA PE PY RS SR SV TH TM TO TR TV UA VC WS XK ZA'.split(' '),
  ],
  lower: [
    ...'AF AO BD BF BI BJ BO BT CD CF CG CI CM DJ EG ER ET FM GH GM GN GW HN HT IN JO KE KG KH KI KM KP LA LB LK LR LS'.split(
      ' ',
    ),
    ...'MA MG ML MM MR MW MZ NE NG NI NP PG PH PK PS RW SB SD SL SN SO SS ST SY SZ TD TG TJ TL TN TZ UG UZ VE VN VU YE'.split(
      ' ',
    ),
    ...'ZM ZW'.split(' '),
  ],
} as const;

/** Suggested amounts a month, in cents. Source: requirements/membership 2.7. */
const suggestions = {
  high: [1_000, 1_500, 2_500],
  upperMiddle: [800, 1_200, 2_000],
  lower: [500, 800, 1_200],
} as const satisfies Record<keyof typeof incomeGroups, readonly number[]>;

type Group = keyof typeof incomeGroups;
const groups = Object.keys(incomeGroups) as Group[];

/** Every country that a payer can live in, with what is suggested there, by code. */
export const countries: readonly { readonly code: string; readonly suggestions: readonly number[] }[] = groups
  .flatMap((group) => incomeGroups[group].map((code) => ({ code, suggestions: suggestions[group] })))
  .toSorted((a, b) => a.code.localeCompare(b.code));

export const countryCodes: readonly string[] = countries.map(({ code }) => code);
