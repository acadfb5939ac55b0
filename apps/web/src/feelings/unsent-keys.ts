/** Where the browser keeps answers of an account that have not arrived, each under the id of its room. */
export const unsentPrefix = (accountId: string): string => `unspoken.feelings.${accountId}.`;
