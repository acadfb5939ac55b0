import type { Member, World } from './world.ts';

/** Calls of the studio and of the office, with bodies as JSON; each returns the answer's body. `world` is asked for with each call. */
export function studioCalls(world: () => World) {
  const call = async (path: string, who: Member | undefined, body?: object) => {
    const sent = body && { body: JSON.stringify(body), headers: { 'content-type': 'application/json' } };
    return (await world().call(`/api/v1/${path}`, { ...(who && { token: who.token }), ...sent })).body;
  };
  return {
    call,
    studio: (who: Member, path: string, body?: object) => call(`studio/${path}`, who, body),
    office: (who: Member, path: string, body?: object) => call(`office/${path}`, who, body),
  };
}
