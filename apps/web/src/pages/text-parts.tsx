import { useConfiguration } from '../platform/use-configuration.ts';

/** The product's name within a text. */
export function Product() {
  return useConfiguration().productName;
}
