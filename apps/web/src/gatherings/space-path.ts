/** The page of a private space. */
export const spacePath = (groupID: string): string => `/groupspace/${groupID}`;
