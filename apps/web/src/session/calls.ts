/** The calls of a session, loaded when the first is made: the first page of a signed-out visitor makes none. */
export { chooseLanguage, deleteAccount, logoutEverywhere } from '@unspoken/contract/account-settings';
export {
  confirmEmail,
  login,
  loginFromToken,
  logout,
  register,
  resendEmail,
  socialLogin,
} from '@unspoken/contract/accounts';
export { addRegistrationInfo } from '@unspoken/contract/waiting-list';
export { cameFrom, signInAgent } from '../platform/agent.ts';
