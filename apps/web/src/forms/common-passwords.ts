/** Words of the product, by themselves or in another's name for it; attackers try them with digits and marks around them. */
const ofTheProduct = [
  'unspoken',
  'eyecontact',
  'eyetoeye',
  'oneminute',
  'minute',
  'silence',
  'silent',
  'stranger',
  'strangers',
  'gathering',
];

const lettersOf = (text: string): string => text.toLowerCase().replaceAll(/[^\p{L}]/gu, '');

/** Whether a password is a word of the product with any digits and marks around it or within it. */
export const isOfTheProduct = (password: string, productName: string): boolean => {
  const letters = lettersOf(password);
  return letters !== '' && [...ofTheProduct, lettersOf(productName)].includes(letters);
};

/** Whether a password is among the most common ones, given in lower case. */
export const isAmong = (common: ReadonlySet<string>, password: string): boolean => common.has(password.toLowerCase());

/** The most common passwords, in lower case; no page loads them before somebody chooses a password. */
export const loadCommonPasswords = async (): Promise<ReadonlySet<string>> => {
  const { default: list } = await import('passwords:common');
  return new Set(list.split(' '));
};
