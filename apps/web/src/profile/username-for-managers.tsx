/** Tells password managers to which account the password of the form belongs; hidden from users. */
export function UsernameForManagers({ email }: { readonly email: string }) {
  return <input type="email" autoComplete="username" value={email} readOnly hidden />;
}
