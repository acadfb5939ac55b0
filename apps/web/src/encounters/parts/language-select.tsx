import { LanguageSelect as Languages } from '../../platform/language-select.tsx';
import type { ScreenProps } from '../use-encounter.ts';

/** Choosing a language holds the countdown while the list is open. */
export function LanguageSelect({ actor }: ScreenProps) {
  return (
    <Languages
      onOpen={() => actor.send({ type: 'language list opened' })}
      onClose={() => actor.send({ type: 'language list closed' })}
    />
  );
}
