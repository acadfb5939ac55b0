import type { TabMemory } from '@unspoken/encounter/ports';

/** What a tab remembers across a reload. `before`: what it remembers already; the page that is closed changes nothing of it any more. */
export function tabMemory(before?: TabMemory): TabMemory {
  let remembered = before?.room();
  let group = before?.groupSpace();
  let keepsOff = before?.microphoneOff() ?? false;
  let veil = before?.veil();
  let clear = before?.clearIn();
  let framed = before?.isFramed() ?? false;
  let waited = before?.connectRequest();
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
    clearIn: () => clear,
    rememberClear: (roomID) => {
      clear = roomID;
    },
    veil: () => veil,
    rememberVeil: (next) => {
      veil = next;
    },
    isFramed: () => framed,
    rememberFramed: (isFramed) => {
      framed = isFramed;
    },
  };
}
