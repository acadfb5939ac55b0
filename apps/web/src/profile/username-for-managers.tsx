/** Tells password managers whose password the form is about; people know. */
export function UsernameForManagers({ email }: { readonly email: string }) {
  return <input type="email" autoComplete="username" value={email} readOnly hidden />;
}
