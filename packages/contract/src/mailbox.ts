/** Providers that ignore what follows a plus in the local part, and those that ignore dots as well. */
const plusIgnored = /^(gmail|googlemail|outlook|hotmail|live|icloud|me|fastmail|proton|protonmail|pm)\.[a-z.]+$/;
const dotsIgnored = /^(gmail|googlemail)\.com$/;

/** The canonical spelling of the mailbox behind an address; for comparing only. */
export function mailboxOf(addressKey: string): string {
  const at = addressKey.lastIndexOf('@');
  const domain = addressKey.slice(at + 1).replace(/^googlemail\.com$/, 'gmail.com');
  let local = addressKey.slice(0, at);
  if (plusIgnored.test(domain)) local = local.replace(/\+.*$/, '');
  if (dotsIgnored.test(domain)) local = local.replaceAll('.', '');
  return `${local}@${domain}`;
}
