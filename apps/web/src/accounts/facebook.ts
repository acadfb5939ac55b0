import { invitationOfTab } from '../invitations/invited.ts';
import { announce } from '../platform/announcements.ts';
import { freshID } from '../platform/fresh-id.ts';
import { Observable } from '../platform/observable.ts';
import { signInStep } from '../session/destination.ts';
import { type SocialNeed, session, socialSignIn } from '../session/session.ts';

const key = 'unspoken.facebook';
/** A token is accepted only if this tab asked for it within this time, ms. Source: requirements/accounts 5. */
const patience = 10 * 60_000;

/** What the sign-in with Facebook still needs: an address, or the password of the account that has that address. */
export interface PendingSocial extends SocialNeed {
  readonly accessToken: string;
}
export const pendingSocial = new Observable<PendingSocial | undefined>(undefined);

/** Leaves for Facebook's dialog, which returns to the lobby with a token in the fragment. */
export function goToFacebook({ appId, dialogUrl }: { appId: string; dialogUrl: string }, destination: string | undefined): void {
  const state = freshID();
  sessionStorage.setItem(key, JSON.stringify({ state, at: Date.now(), destination }));
  const query = new URLSearchParams({
    client_id: appId,
    redirect_uri: `${location.origin}/`,
    response_type: 'token',
    scope: 'public_profile,email',
    state,
  });
  location.assign(`${dialogUrl}?${query}`);
}

/** Removes Facebook's answer from the address, valid or not: a token must not be copied along with a link. */
function takeFragment(): { accessToken: string; state: string } | undefined {
  const fragment = new URLSearchParams(location.hash.slice(1));
  const search = new URLSearchParams(location.search);
  const declined = search.has('error_reason') && search.has('state');
  if (!fragment.has('access_token') && !declined) return undefined;
  history.replaceState(history.state, '', location.pathname);
  return declined ? undefined : { accessToken: fragment.get('access_token') ?? '', state: fragment.get('state') ?? '' };
}

function asked(): { state: string; at: number; destination?: string } | undefined {
  try {
    const stored = sessionStorage.getItem(key);
    sessionStorage.removeItem(key);
    return stored === null ? undefined : JSON.parse(stored);
  } catch {
    return undefined;
  }
}

/**
 * On arrival, a token that this tab asked for signs a guest in. Anything else is dropped silently. `go` navigates on, to a
 * page or to the form for what is still missing.
 */
export async function arriveFromFacebook(go: (to: string) => void): Promise<void> {
  const fragment = takeFragment();
  if (!fragment) return;
  const request = asked();
  const ours = request?.state === fragment.state && fragment.state !== '' && Date.now() - request.at < patience;
  if (!ours || session.get().user) return;
  try {
    const need = await socialSignIn({ accessToken: fragment.accessToken, ...invitationOfTab() });
    if (!need) return request.destination === undefined ? undefined : go(request.destination);
    pendingSocial.set({ accessToken: fragment.accessToken, ...need });
    go(`/${signInStep('social', request.destination)}`);
  } catch {
    announce('socialFailed', 'problem');
  }
}
