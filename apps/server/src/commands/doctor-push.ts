import { accountsModule } from '../accounts/module.ts';
import { openDevices, pushContact } from '../notifications/open-devices.ts';
import type { Config } from '../platform/config.ts';
import { openPlatform, type Platform } from '../platform/platform.ts';
import { endpointOf } from '../platform/push/endpoint.ts';
import { hasVapidKeys } from '../platform/push/vapid-key-store.ts';
import { type Finding, fine, noted, patience, wrong } from './doctor-checks.ts';

const about = 'push';
const nowhere = { warn: () => {}, error: () => {} };

/** Whether the push services with a fixed name can be reached from this machine, and whether they can write to the operator. */
export async function checkPush(config: Config): Promise<Finding[]> {
  const { pushHosts, supportEmail, production } = config;
  if (pushHosts.length === 0) return [noted(about, 'PUSH_HOSTS is none: members are called at open pages only.')];
  const named = pushHosts.filter((host) => !host.startsWith('*.'));
  const reached = await Promise.all(named.map(isReached));
  const away = named.filter((_, i) => !reached[i]);
  const subject = pushContact(config);
  const findings =
    away.length === 0
      ? [fine(about, `${named.join(', ')} can be reached; they know us as ${subject}.`)]
      : [
          (production ? wrong : noted)(
            about,
            `${away.join(', ')} cannot be reached: the firewall must let this machine open https connections to the push services.`,
          ),
        ];
  if (supportEmail.endsWith('.example') && subject.startsWith('mailto:'))
    findings.push(
      noted(about, 'set SUPPORT_EMAIL: push services write to it if something is wrong, and Apple refuses made-up ones.'),
    );
  return findings;
}

async function isReached(host: string): Promise<boolean> {
  const url = host.startsWith('http:') ? host : `https://${host}/`;
  // Any answer will do: none of them has a page there.
  const answer = await fetch(url, { redirect: 'manual', signal: AbortSignal.timeout(patience) }).catch(() => undefined);
  return answer !== undefined;
}

/** Sends a test notification to the browsers of an account, as the button on its page does. */
export async function sendTestPush(config: Config, email: string): Promise<Finding[]> {
  const platform = await openPlatform(config, { log: nowhere, beside: true });
  try {
    const { accounts } = accountsModule(platform);
    const account = await accounts.byEmail(email);
    if (!account) return [wrong(about, `nobody has the address ${email}.`)];
    const push = await openDevices(platform, accounts, { beside: true }).catch(() => undefined);
    if (!push) return [wrong(about, await whyUnopened(platform))];
    try {
      const known = await push.devices.of(account.id);
      if (known.length === 0)
        return [
          wrong(about, `${email} has no browser that push reaches: switch notifications on in one, at /account/notifications.`),
        ];
      const isRefused = ({ endpoint }: { endpoint: string }) => !endpointOf(endpoint, config.pushHosts);
      if (known.every(isRefused)) return [wrong(about, 'PUSH_HOSTS does not have the push services of these browsers.')];
      const { devices, accepted } = await push.devices.test(account.id);
      const says = `${accepted} of ${devices} push services accepted a test for ${email}; it should be on the screen by now.`;
      return [accepted === 0 ? wrong(about, says) : fine(about, says)];
    } finally {
      push.close();
    }
  } finally {
    await platform.close();
  }
}

/** Why the key for push services cannot be opened. */
async function whyUnopened({ db }: Pick<Platform, 'db'>): Promise<string> {
  return (await hasVapidKeys(db))
    ? 'SECRET is not the one of the server, which has sealed the key for push services.'
    : 'there is no key for push services yet: start the server once, and switch notifications on in a browser.';
}
