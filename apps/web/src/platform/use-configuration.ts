import { createContext, useContext } from 'react';
import type { Configuration } from './configuration.ts';

export const ConfigurationContext = createContext<Configuration | undefined>(undefined);

export function useConfiguration(): Configuration {
  const configuration = useContext(ConfigurationContext);
  if (!configuration) throw new Error('no configuration above this component');
  return configuration;
}
