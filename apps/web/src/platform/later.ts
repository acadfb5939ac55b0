import { type ComponentType, lazy } from 'react';
import { loadAllTexts } from './i18n.ts';

/** A component that loads when it is first rendered, together with its texts. */
// biome-ignore lint/suspicious/noExplicitAny: a component with any properties, as in React's own `lazy`
export const later = <C extends ComponentType<any>>(load: () => Promise<{ readonly default: C }>) =>
  lazy(async () => {
    const [part] = await Promise.all([load(), loadAllTexts()]);
    return part;
  });
