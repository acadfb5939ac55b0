import { type ComponentType, lazy } from 'react';
import { loadAllTexts } from './i18n.ts';

/** A part of the product that comes when it is first needed, and its words with it. */
// biome-ignore lint/suspicious/noExplicitAny: a component of any properties, as React's own `lazy` has it
export const later = <C extends ComponentType<any>>(load: () => Promise<{ readonly default: C }>) =>
  lazy(async () => {
    const [part] = await Promise.all([load(), loadAllTexts()]);
    return part;
  });
