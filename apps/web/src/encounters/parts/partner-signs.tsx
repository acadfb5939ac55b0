import type { Signs } from '@unspoken/contract/statements';
import { useTranslation } from 'react-i18next';
import { type ScreenProps, useContext } from '../use-encounter.ts';

const names = ['firstMinute', 'cannotSee'] as const satisfies (keyof Signs)[];

/** What the partner says of themselves. */
export function PartnerSigns({ actor, className }: ScreenProps & { readonly className?: string | undefined }) {
  const { t } = useTranslation('looking');
  const signs = useContext(actor, ({ heard }) => heard.signs);
  return names
    .filter((name) => signs?.[name])
    .map((name) => (
      <p key={name} className={className}>
        {t(`signs.${name}`)}
      </p>
    ));
}
