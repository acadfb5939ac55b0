import { expect, test } from 'vitest';
import { hosted, settled } from './hosted.ts';
import { cameraActor } from './media-actors.ts';
import type { Event } from './model.ts';
import { type Camera, type CameraPort, DeviceRefused, type Ports } from './ports.ts';

/** A camera whose every opening the test controls. */
function cameras() {
  const requests: {
    deviceId: string | undefined;
    isFramed: boolean;
    lost: () => void;
    opens: (name: string) => void;
    fails: (error: Error) => void;
  }[] = [];
  const stopped: string[] = [];
  const camera: CameraPort = {
    open: ({ deviceId, isFramed, lost }) =>
      new Promise<Camera>((done, fails) => {
        const opens = (name: string) => done({ stream: name, isFramed, stop: () => void stopped.push(name) });
        requests.push({ deviceId, isFramed, lost, opens, fails });
      }),
  };
  const { events, send, stop } = hosted<Event>(cameraActor, { ports: { camera } as unknown as Ports, isFramed: false });
  const received = () => events.map((event) => (event.type === 'camera opened' ? event.camera.stream : event));
  const open = (deviceId?: string, isFramed?: boolean) => send({ type: 'open', deviceId, isFramed } as never);
  return { requests, stopped, received, open, stop };
}

test('[SIDE-9] a newly chosen camera replaces the previous one, which is stopped once the new one is open', async () => {
  const { requests, stopped, received, open } = cameras();
  requests[0]?.opens('first');
  await settled();
  open('desk');
  expect([requests.map(({ deviceId }) => deviceId), stopped]).toEqual([[undefined, 'desk'], []]);
  requests[1]?.opens('second');
  await settled();
  expect([received(), stopped]).toEqual([['first', 'second'], ['first']]);
});

test('[SIDE-9] a camera whose request was superseded sends no events, and is stopped when it opens', async () => {
  const { requests, stopped, received, open } = cameras();
  open('desk');
  open('window');
  requests[2]?.opens('window');
  await settled();
  requests[0]?.opens('first');
  requests[1]?.fails(new DeviceRefused('NotFoundError'));
  await settled();
  requests[1]?.lost();
  expect([received(), stopped]).toEqual([['window'], ['first']]);
  requests[2]?.lost();
  expect(received()).toEqual(['window', { type: 'camera lost' }]);
});

test('a refused camera reports the reason, or that the reason is unknown', async () => {
  const { requests, received, open } = cameras();
  requests[0]?.fails(new DeviceRefused('NotFoundError'));
  await settled();
  open();
  requests[1]?.fails(new Error('something else'));
  await settled();
  expect(received()).toEqual([
    { type: 'camera refused', reason: 'NotFoundError' },
    { type: 'camera refused', reason: 'UnknownError' },
  ]);
});

test('a camera that opens after the user has left is stopped at once, as is one that was open', async () => {
  const late = cameras();
  late.stop();
  late.requests[0]?.opens('late');
  await settled();
  expect([late.received(), late.stopped]).toEqual([[], ['late']]);
  const open = cameras();
  open.requests[0]?.opens('open');
  await settled();
  open.stop();
  expect(open.stopped).toEqual(['open']);
});

test('[SIDE-72] a camera is opened again with a window when that is chosen, as the device that is awaited, and stays so', async () => {
  const { requests, open } = cameras();
  const asked = () => requests.map(({ deviceId, isFramed }) => [deviceId, isFramed]);
  open('desk');
  open(undefined, true);
  // Nothing else is wanted.
  open(undefined, true);
  open();
  expect(asked()).toEqual([
    [undefined, false],
    ['desk', false],
    ['desk', true],
  ]);
  requests[2]?.opens('desk');
  await settled();
  open();
  expect(asked().at(-1)).toEqual([undefined, true]);
});
