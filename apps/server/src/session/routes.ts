import * as contract from '@unspoken/contract/accounts';
import { AppError } from '@unspoken/contract/errors';
import { addressKeyOf } from '@unspoken/contract/fields';
import { addRegistrationInfo } from '@unspoken/contract/waiting-list';
import type { Accounts, SignedIn } from '../accounts/service.ts';
import { accountLimits } from '../accounts/service.ts';
import type { Invitations } from '../invitations/service.ts';
import type { Router } from '../platform/http/routes.ts';
import type { Limits } from '../platform/limits.ts';
import type { WaitingList } from '../waiting-list/service.ts';
import { describeNobody, describeUser, type UserParts } from './user.ts';

export interface SessionRoutesOptions extends UserParts {
  readonly accounts: Accounts;
  readonly waitingList: WaitingList;
  readonly invitations: Invitations;
  /** Whether a guest's only encounter is still to come, or has just ended. */
  readonly isExpected: (accountId: string) => Promise<boolean>;
  readonly limits: Limits;
}

/** The calls that answer with the signed-in user. */
export function sessionRoutes(router: Router, options: SessionRoutesOptions): void {
  const { accounts, waitingList, invitations, limits } = options;
  const answer = async ({ account, token }: SignedIn) => {
    const user = await describeUser(account, options);
    return { token, user, needsVerification: user.needsVerification };
  };

  router.on(contract.loginFromToken, async ({ caller, browser }) => {
    if (caller.guest && !(await options.isExpected(caller.accountId))) {
      await accounts.sessions.end(caller.accountId, caller.sessionId);
      throw new AppError('sign_in_required');
    }
    const { token, user } = await answer(await accounts.sessions.signInWithToken(caller.token, browser.keep()));
    return { token, user };
  });
  router.on(contract.login, async ({ body, address, browser }) => {
    await limits.use(accountLimits.loginPerAddress, address);
    // By account and network address together, so that strangers cannot lock an owner out.
    await limits.use(accountLimits.loginPerAccountAndAddress, `${addressKeyOf(body.email)} ${address}`);
    const maySay = () => limits.allows(accountLimits.passwordlessHintPerAddress, address);
    return answer(await accounts.signingIn.withPassword({ ...body, address, mark: browser.keep() }, maySay));
  });
  router.on(contract.register, async ({ body, address, browser }) => {
    await limits.use(accountLimits.registerPerAddress, address);
    const invited = await invitations.invited(body.invitationHash, addressKeyOf(body.email));
    const joined = accounts.registration.register({ ...body, mark: browser.keep() }, invited);
    // The message may say that an address is taken, but not the timing. Source: requirements/accounts 2.
    await joined.catch(() => describeNobody(options));
    return answer(await joined);
  });
  router.on(contract.socialLogin, async ({ body, address, browser }) => {
    await limits.use(accountLimits.socialPerAddress, address);
    // A typed address can be anyone's, so hints about it are limited.
    if (body.email !== undefined) await limits.use(accountLimits.socialAddressPerAddress, address);
    const outcome = await accounts.signingIn.withProvider({ ...body, address, mark: browser.keep() }, (key) =>
      invitations.invited(body.invitationHash, key),
    );
    if (!('needs' in outcome)) return { ...(await answer(outcome)), action: outcome.action, label: 'facebook' };
    const { name, email } = outcome.profile;
    return { [outcome.needs === 'email' ? 'needEmail' : 'needPassword']: true, name, ...(email !== undefined && { email }) };
  });
  router.on(addRegistrationInfo, async ({ caller, body }) => {
    const account = await waitingList.apply(caller.accountId, body);
    return { token: caller.token, user: await describeUser(account, options) };
  });
  router.on(contract.logout, async ({ caller }) => {
    await accounts.sessions.end(caller.accountId, caller.sessionId);
    return { success: true };
  });
  router.on(contract.confirmEmail, async ({ params, caller, address }) => {
    await limits.use(accountLimits.linkPerAddress, address);
    const { account, needsPassword } = await accounts.registration.confirmEmail(params.hash);
    if (needsPassword) return { success: false, needsPassword };
    // The link signs in only a browser that already holds the account's token, so not a mail scanner.
    if (caller?.accountId !== account.id) return { success: true };
    const user = await describeUser(account, options);
    return { success: true, token: caller.token, email: account.email, facebookID: account.facebookId, user };
  });
  router.on(contract.confirmEmailWithPassword, async ({ params, body, address }) => {
    await limits.use(accountLimits.linkPerAddress, address);
    await accounts.registration.confirmWithPassword(params.hash, body.password);
    return { success: true };
  });
}
