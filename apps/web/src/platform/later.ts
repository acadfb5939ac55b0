import { type ComponentType, lazy } from 'react';
import { needTexts, type TextGroup } from './i18n.ts';

/** A component that loads when it is first rendered, together with its texts; `seldom` if it needs the texts of seldom pages. */
// biome-ignore lint/suspicious/noExplicitAny: a component with any properties, as in React's own `lazy`
export const later = <C extends ComponentType<any>>(
  load: () => Promise<{ readonly default: C }>,
  ...more: readonly TextGroup[]
) =>
  lazy(async () => {
    const [part] = await Promise.all([load(), needTexts('rest', ...more)]);
    return part;
  });
