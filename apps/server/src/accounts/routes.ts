import * as settingsCalls from '@unspoken/contract/account-settings';
import * as contract from '@unspoken/contract/accounts';
import * as factor from '@unspoken/contract/second-factor';
import type { Router } from '../platform/http/routes.ts';
import type { Limits } from '../platform/limits.ts';
import { accountLimits } from './limits.ts';
import type { Accounts } from './service.ts';

const done = { success: true };

export function accountRoutes(router: Router, accounts: Accounts, limits: Limits): void {
  for (const call of [contract.resendEmail, contract.resendEmailByGet])
    router.on(call, async ({ caller }) => {
      await limits.use(accountLimits.resendPerAccount, caller.accountId);
      await accounts.registration.resendConfirmation(caller.accountId);
      return done;
    });
  recoveryRoutes(router, accounts, limits);
  changeRoutes(router, accounts, limits);
  listRoutes(router, accounts, limits);
  browserRoutes(router, accounts);
  preferenceRoutes(router, accounts);
  secondFactorRoutes(router, accounts, limits);
}

function recoveryRoutes(router: Router, { recovery }: Accounts, limits: Limits): void {
  router.on(settingsCalls.startRecoverPassword, async ({ body, address, browser }) => {
    await limits.use(accountLimits.recoverPerAddress, address);
    await recovery.request(body.email, browser.sent);
    return done;
  });
  router.on(settingsCalls.validateRecoveryHash, async ({ body, address }) => {
    await limits.use(accountLimits.linkPerAddress, address);
    await recovery.validate(body.hash);
    return done;
  });
  router.on(settingsCalls.resetPassword, async ({ body, address, browser }) => {
    await limits.use(accountLimits.linkPerAddress, address);
    await recovery.reset(body.hash, body.password, browser.keep());
    return done;
  });
}

function changeRoutes(router: Router, { settings }: Accounts, limits: Limits): void {
  router.on(settingsCalls.changePassword, async ({ caller, body, browser }) => {
    await limits.use(accountLimits.passwordPerAccount, caller.accountId);
    await settings.password({ ...caller, mark: browser.sent }, body.oldPassword, body.newPassword);
    return done;
  });
  router.on(settingsCalls.changeName, async ({ caller, body }) => {
    await settings.name(caller.accountId, body.name);
    return done;
  });
  router.on(settingsCalls.changeEmail, async ({ caller, body }) => {
    await limits.use(accountLimits.passwordPerAccount, caller.accountId);
    await settings.email(caller, body.email, body.password);
    return done;
  });
  router.on(settingsCalls.refuseEmailChange, async ({ body, address }) => {
    await limits.use(accountLimits.linkPerAddress, address);
    await settings.refuseEmail(body.hash);
    return done;
  });
  router.on(settingsCalls.unlinkFacebook, async ({ caller, body, browser }) => {
    await limits.use(accountLimits.passwordPerAccount, caller.accountId);
    await settings.unlinkFacebook({ ...caller, mark: browser.sent }, body.password);
    return done;
  });
}

function listRoutes(router: Router, { mailingList }: Accounts, limits: Limits): void {
  router.on(settingsCalls.joinEmailingList, async ({ caller, body }) => {
    await limits.use(accountLimits.listPerAccount, caller.accountId);
    await mailingList.join(caller.accountId, body.howSolicited);
    return done;
  });
  router.on(settingsCalls.leaveEmailingList, async ({ caller }) => {
    await mailingList.leave(caller.accountId);
    return done;
  });
  router.on(settingsCalls.confirmEmailingList, async ({ body, address }) => {
    await limits.use(accountLimits.linkPerAddress, address);
    await mailingList.confirm(body.hash);
    return done;
  });
  router.on(settingsCalls.unsubscribe, async ({ params, address }) => {
    await limits.use(accountLimits.linkPerAddress, address);
    await mailingList.unsubscribe(params.token);
    return done;
  });
}

function secondFactorRoutes(router: Router, { secondFactor, passkeys }: Accounts, limits: Limits): void {
  router.on(factor.secondFactorState, async ({ caller }) => ({
    ...(await secondFactor.state(caller.accountId)),
    proved: caller.secondFactor,
  }));
  router.on(factor.beginSecondFactor, ({ caller }) => secondFactor.begin(caller));
  router.on(factor.confirmSecondFactor, async ({ caller, body }) => {
    await limits.use(accountLimits.secondFactorPerAccount, caller.accountId);
    return { recoveryCodes: await secondFactor.confirm(caller, body.code) };
  });
  router.on(factor.proveSecondFactor, async ({ caller, body }) => {
    await limits.use(accountLimits.secondFactorPerAccount, caller.accountId);
    await secondFactor.prove(caller, body.code);
    return done;
  });
  router.on(factor.renewRecoveryCodes, async ({ caller }) => ({ recoveryCodes: await secondFactor.renewRecoveryCodes(caller) }));
  router.on(factor.listPasskeys, async ({ caller }) => ({
    passkeys: (await passkeys.list(caller.accountId)).map(({ id, addedAt, usedAt }) => ({
      passkeyID: id,
      addedAt: addedAt.getTime(),
      usedAt: usedAt?.getTime() ?? null,
    })),
  }));
  router.on(factor.beginPasskey, async ({ caller }) => ({ ...(await passkeys.begin(caller)) }));
  router.on(factor.addPasskey, async ({ caller, body }) => {
    await limits.use(accountLimits.secondFactorPerAccount, caller.accountId);
    await passkeys.add(caller, body.passkey);
    return done;
  });
  router.on(factor.removePasskey, async ({ caller, body }) => {
    await passkeys.remove(caller.accountId, body.passkeyID);
    return done;
  });
  router.on(factor.askPasskey, async ({ caller }) => ({ ...(await passkeys.ask(caller)) }));
  router.on(factor.provePasskey, async ({ caller, body }) => {
    await limits.use(accountLimits.secondFactorPerAccount, caller.accountId);
    await passkeys.prove(caller, body.passkey);
    return done;
  });
}

function browserRoutes(router: Router, accounts: Accounts): void {
  router.on(settingsCalls.listSessions, async ({ caller }) => ({
    sessions: (await accounts.sessions.list(caller.accountId)).map(({ id, createdAt, lastUsedAt, userAgent, timeZone }) => ({
      id,
      current: id === caller.sessionId,
      signedInAt: createdAt.toISOString(),
      lastUsedAt: lastUsedAt.toISOString(),
      userAgent,
      timeZone,
    })),
  }));
  router.on(settingsCalls.endSession, async ({ caller, body }) => {
    await accounts.sessions.end(caller.accountId, body.id);
    return done;
  });
  router.on(settingsCalls.logoutEverywhere, async ({ caller }) => {
    await accounts.signOutEverywhere(caller.accountId);
    return done;
  });
}

function preferenceRoutes(router: Router, { settings }: Accounts): void {
  router.on(settingsCalls.chooseLanguage, async ({ caller, body }) => {
    await settings.language(caller.accountId, body.language);
    return done;
  });
  router.on(settingsCalls.chooseTimeZone, async ({ caller, body }) => {
    await settings.timeZone(caller.accountId, body.timeZone || null);
    return done;
  });
  router.on(settingsCalls.chooseDirectInCircle, async ({ caller, body }) => {
    await settings.directInCircle(caller.accountId, body.on);
    return done;
  });
  router.on(contract.acceptedGuidance, async ({ caller }) => {
    await settings.acceptGuidance(caller.accountId);
    return done;
  });
  router.on(contract.rejectedGuidance, async ({ caller }) => {
    await settings.declineGuidance(caller.accountId);
    return done;
  });
  router.on(contract.acceptTerms, async ({ caller }) => {
    await settings.acceptTerms(caller.accountId);
    return done;
  });
  for (const call of [contract.hidePositionGuideline, contract.hidePositionGuidelineByGet])
    router.on(call, async ({ caller }) => {
      await settings.hidePositionGuideline(caller.accountId);
      return done;
    });
}
