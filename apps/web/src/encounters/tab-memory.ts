import type { ConnectRequest, TabMemory } from '@unspoken/encounter/ports';
import { read, TabValue, write } from '../platform/tab-storage.ts';

const roomKey = 'unspoken.room';
const press = new TabValue<ConnectRequest>('unspoken.press');

/** The room of a running minute, and the connect request that is queued, survive a reload of this tab, and only of this tab. */
export const tabMemory: TabMemory = {
  room: () => read(roomKey),
  remember: (roomID) => write(roomKey, roomID),
  press: () => press.get(),
  rememberRequest: (next) => press.set(next),
};
