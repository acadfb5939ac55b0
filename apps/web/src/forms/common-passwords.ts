/** Passwords that attackers try first; the form warns of them, but does not refuse them. */
const common = new Set(
  '12345678 123456789 1234567890 password password1 password123 qwertyui qwertyuiop qwerty123 11111111 00000000 iloveyou sunshine princess football baseball welcome1 letmein1 abc12345 abcd1234 trustno1 superman starwars whatever passw0rd 1q2w3e4r 1qaz2wsx zaq12wsx asdfghjk michelle jennifer unspoken'.split(
    ' ',
  ),
);

export const isCommonPassword = (password: string): boolean => common.has(password.toLowerCase());
