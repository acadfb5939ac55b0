import { AppError } from '@unspoken/contract/errors';
import * as z from 'zod/mini';

/** A person's identity at the provider, as reported by the provider itself. */
export interface SocialProfile {
  readonly id: string;
  readonly name: string;
  readonly email?: string;
}

export interface SocialProvider {
  /** The person an access token belongs to; undefined if it is not valid for this app, or has no user. Throws `unavailable`. */
  profile(accessToken: string): Promise<SocialProfile | undefined>;
}

export interface FacebookOptions {
  readonly appId: string;
  readonly appSecret: string;
  /** The Graph API with its version, e.g. https://graph.facebook.com/v24.0 */
  readonly graphUrl: string;
  readonly now: () => number;
}

const inspection = z.object({
  data: z.object({
    app_id: z.coerce.string(),
    is_valid: z.boolean(),
    user_id: z.optional(z.coerce.string()),
    expires_at: z.optional(z.number()),
  }),
});
const person = z.object({
  id: z.optional(z.string()),
  name: z.optional(z.string()),
  email: z.optional(z.string()),
});

const timeoutMs = 5_000;

/**
 * Facebook's Graph API. A token is inspected before it is used: otherwise another app could sign in here as any of its
 * users, with the token that the user gave to that app. Source: Facebook Login documentation, "Checking access tokens".
 */
export function facebook({ appId, appSecret, graphUrl, now }: FacebookOptions): SocialProvider {
  const get = async <S extends z.ZodMiniType>(
    path: string,
    query: Record<string, string>,
    schema: S,
  ): Promise<z.output<S> | undefined> => {
    let response: Response;
    let answer: unknown;
    try {
      response = await fetch(`${graphUrl}/${path}?${new URLSearchParams(query)}`, {
        redirect: 'error',
        signal: AbortSignal.timeout(timeoutMs),
      });
      answer = await response.json();
    } catch {
      throw new AppError('unavailable');
    }
    if (response.status >= 500) throw new AppError('unavailable');
    const parsed = schema.safeParse(answer);
    return response.ok && parsed.success ? parsed.data : undefined;
  };
  return {
    async profile(accessToken) {
      const inspected = await get('debug_token', { input_token: accessToken, access_token: `${appId}|${appSecret}` }, inspection);
      const token = inspected?.data;
      if (!token?.is_valid || token.app_id !== appId) return undefined;
      if (token.expires_at !== undefined && token.expires_at !== 0 && token.expires_at * 1_000 <= now()) return undefined;
      const me = await get('me', { fields: 'id,name,email', access_token: accessToken }, person);
      if (!me?.id || me.id !== token.user_id) return undefined;
      return { id: me.id, name: me.name ?? '', ...(me.email !== undefined && { email: me.email }) };
    },
  };
}
