import type { ConnectRequest, TabMemory } from '@unspoken/encounter/ports';

/** What a tab remembers across a reload. */
export function tabMemory(): TabMemory {
  let remembered: string | undefined;
  let keepsOff = false;
  let waited: ConnectRequest | undefined;
  return {
    connectRequest: () => waited,
    rememberRequest: (request) => {
      waited = request;
    },
    room: () => remembered,
    remember: (roomID) => {
      remembered = roomID;
    },
    microphoneOff: () => keepsOff,
    rememberMicrophoneOff: (isOff) => {
      keepsOff = isOff;
    },
  };
}
