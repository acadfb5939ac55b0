import type { ConnectRequest, RememberedVeil, TabMemory } from '@unspoken/encounter/ports';
import { read, TabValue, write } from '../platform/tab-storage.ts';

const roomKey = 'unspoken.room';
const groupKey = 'unspoken.room.group';
const microphoneKey = 'unspoken.microphone';
const clearKey = 'unspoken.clear';
const windowKey = 'unspoken.window';
const veil = new TabValue<RememberedVeil>('unspoken.veil');
const request = new TabValue<ConnectRequest>('unspoken.press');

/** The room of a running minute, and the connect request that is queued, survive a reload of this tab, and only of this tab. */
export const tabMemory: TabMemory = {
  room: () => read(roomKey),
  groupSpace: () => read(groupKey),
  remember: (roomID, groupSpace) => {
    write(roomKey, roomID);
    write(groupKey, groupSpace);
  },
  microphoneOff: () => read(microphoneKey) === 'off',
  rememberMicrophoneOff: (isOff) => write(microphoneKey, isOff ? 'off' : undefined),
  // What could not be stored leaves the user framed.
  isFramed: () => read(windowKey) !== 'off',
  rememberFramed: (isFramed) => write(windowKey, isFramed ? undefined : 'off'),
  clearIn: () => read(clearKey),
  rememberClear: (roomID) => write(clearKey, roomID),
  veil: () => veil.get(),
  rememberVeil: (next) => veil.set(next),
  connectRequest: () => request.get(),
  rememberRequest: (next) => request.set(next),
};
