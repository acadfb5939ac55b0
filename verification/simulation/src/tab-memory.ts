import type { ConnectRequest, TabMemory } from '@unspoken/encounter/ports';

/** What a tab remembers across a reload. */
export function tabMemory(): TabMemory {
  let remembered: string | undefined;
  let group: string | undefined;
  let keepsOff = false;
  let waited: ConnectRequest | undefined;
  return {
    connectRequest: () => waited,
    rememberRequest: (request) => {
      waited = request;
    },
    room: () => remembered,
    groupSpace: () => group,
    remember: (roomID, groupSpace) => {
      remembered = roomID;
      group = groupSpace;
    },
    microphoneOff: () => keepsOff,
    rememberMicrophoneOff: (isOff) => {
      keepsOff = isOff;
    },
  };
}
