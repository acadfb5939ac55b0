import { randomBytes } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A person with an account at the provider. A field that is missing here is missing in the answer, as with the real provider. */
export interface StandInPerson {
  readonly id?: string;
  readonly name?: string;
  readonly email?: string;
}

export interface StandInOptions {
  readonly port?: number;
  readonly appId: string;
  readonly appSecret: string;
  readonly people: readonly StandInPerson[];
}

export interface StandIn {
  readonly dialogUrl: string;
  readonly graphUrl: string;
  /** A token as the dialog would issue it; the options make it one of another app, or an expired one. */
  token(person: StandInPerson, options?: { appId?: string; expiresAt?: number }): string;
  close(): Promise<void>;
}

const version = 'v24.0';

interface Grant {
  readonly person: StandInPerson;
  readonly appId: string;
  /** Epoch seconds. */
  readonly expiresAt: number;
}

const escaped = (value: string): string => value.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;');

const json = (response: ServerResponse, status: number, body: object) =>
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));

const refused = (response: ServerResponse, message: string) =>
  json(response, 400, { error: { message, type: 'OAuthException', code: 190, fbtrace_id: 'stand-in' } });

/**
 * A stand-in for Facebook Login with the documented parts that the product uses: the login dialog with
 * `response_type=token`, and `debug_token` and `me` of the Graph API. For tests, and for trying the sign-in locally.
 */
export async function startStandIn(options: StandInOptions): Promise<StandIn> {
  const { appId, appSecret, people } = options;
  const grants = new Map<string, Grant>();
  const token: StandIn['token'] = (person, more = {}) => {
    const secret = `EAA${randomBytes(24).toString('hex')}`;
    const expiresAt = more.expiresAt ?? Math.floor(Date.now() / 1_000) + 5_184_000;
    grants.set(secret, { person, appId: more.appId ?? appId, expiresAt });
    return secret;
  };

  const dialog = (query: URLSearchParams, response: ServerResponse): void => {
    if (query.get('client_id') !== appId) {
      refused(response, 'Invalid App ID');
      return;
    }
    const back = query.get('redirect_uri') ?? '';
    const state = query.get('state') ?? '';
    const links = people.map((person) => {
      const fragment = new URLSearchParams({
        access_token: token(person),
        data_access_expiration_time: '0',
        expires_in: '5184000',
        state,
      });
      const who = [person.name ?? 'somebody without a name', person.email ?? 'no address', person.id ? '' : 'no profile'];
      return `<li><a href="${escaped(`${back}#${fragment}`)}">${escaped(who.filter(Boolean).join(', '))}</a></li>`;
    });
    const denied = new URLSearchParams({
      error: 'access_denied',
      error_code: '200',
      error_description: 'Permissions error',
      error_reason: 'user_denied',
      state,
    });
    response.writeHead(200, { 'content-type': 'text/html' }).end(
      `<!doctype html><html lang="en"><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<title>Stand-in for Facebook</title><style>body{font:18px/1.8 system-ui;max-width:34rem;margin:3rem auto;padding:0 1rem;color-scheme:light dark}</style>
<h1>Stand-in for Facebook</h1><p>Nobody here is real. Continue as:</p><ul>${links.join('')}</ul>
<p><a href="${escaped(`${back}?${denied}#_=_`)}">Not now</a></p></html>`,
    );
  };

  const debugToken = (query: URLSearchParams, response: ServerResponse): void => {
    if (query.get('access_token') !== `${appId}|${appSecret}`) {
      refused(response, 'Invalid OAuth access token.');
      return;
    }
    const grant = grants.get(query.get('input_token') ?? '');
    const valid = grant !== undefined && grant.expiresAt * 1_000 > Date.now();
    json(response, 200, {
      data: {
        app_id: grant?.appId ?? appId,
        type: 'USER',
        application: 'Stand-in',
        expires_at: grant?.expiresAt ?? 0,
        is_valid: valid,
        scopes: ['email', 'public_profile'],
        ...(grant?.person.id !== undefined && { user_id: grant.person.id }),
      },
    });
  };

  const me = (query: URLSearchParams, response: ServerResponse): void => {
    const grant = grants.get(query.get('access_token') ?? '');
    if (!grant) {
      refused(response, 'Invalid OAuth access token.');
      return;
    }
    const fields = (query.get('fields') ?? 'id,name').split(',');
    const { person } = grant;
    json(response, 200, Object.fromEntries(Object.entries(person).filter(([name]) => fields.includes(name))));
  };

  const handlers: Record<string, (query: URLSearchParams, response: ServerResponse) => void> = {
    [`/${version}/dialog/oauth`]: dialog,
    [`/${version}/debug_token`]: debugToken,
    [`/${version}/me`]: me,
  };
  const server = createServer((request: IncomingMessage, response) => {
    const { pathname, searchParams } = new URL(request.url ?? '/', 'http://localhost');
    const handler = handlers[pathname];
    if (handler) handler(searchParams, response);
    else json(response, 404, { error: { message: 'Unknown path components', type: 'OAuthException', code: 2500 } });
  });
  await new Promise<void>((resolve) => server.listen(options.port ?? 0, '127.0.0.1', resolve));
  const origin = `http://localhost:${(server.address() as AddressInfo).port}`;
  return {
    dialogUrl: `${origin}/${version}/dialog/oauth`,
    graphUrl: `${origin}/${version}`,
    token,
    close: () =>
      new Promise((resolve) => {
        server.closeAllConnections();
        server.close(() => resolve());
      }),
  };
}
