import { LanguageSelect as Languages } from '../../platform/language-select.tsx';
import type { ScreenProps } from '../use-encounter.ts';

/** Pauses the countdown while the language list is open. */
export function LanguageSelect({ actor }: ScreenProps) {
  return (
    <Languages
      onOpen={() => actor.send({ type: 'language list opened' })}
      onClose={() => actor.send({ type: 'language list closed' })}
    />
  );
}
