import { fileURLToPath } from 'node:url';

/** The file in which an operator says who sells. */
export const sellerPath = fileURLToPath(new URL('../../../../brand/seller.json', import.meta.url));
