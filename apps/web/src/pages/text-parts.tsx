import { useConfiguration } from '../platform/use-configuration.ts';

/** The name of the product, in the middle of a text. */
export function Product() {
  return useConfiguration().productName;
}
