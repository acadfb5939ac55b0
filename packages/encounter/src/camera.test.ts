import { expect, test } from 'vitest';
import { hosted, settled } from './hosted.ts';
import { cameraActor } from './media-actors.ts';
import type { Event } from './model.ts';
import { type Camera, type CameraPort, CameraRefused, type Ports } from './ports.ts';

/** A camera whose every opening is in the test's hands. */
function cameras() {
  const asked: {
    deviceId: string | undefined;
    lost: () => void;
    opens: (name: string) => void;
    fails: (error: Error) => void;
  }[] = [];
  const stopped: string[] = [];
  const camera: CameraPort = {
    open: ({ deviceId, lost }) =>
      new Promise<Camera>((done, fails) => {
        const opens = (name: string) => done({ stream: name, stop: () => void stopped.push(name) });
        asked.push({ deviceId, lost, opens, fails });
      }),
  };
  const { heard, tell, stop } = hosted<Event>(cameraActor, { ports: { camera } as unknown as Ports });
  const told = () => heard.map((event) => (event.type === 'camera opened' ? event.camera.stream : event));
  const open = (deviceId?: string) => tell({ type: 'open', deviceId } as never);
  return { asked, stopped, told, open, stop };
}

test('[SIDE-9] the camera chosen last takes the place of the other, which is put off when it is there', async () => {
  const { asked, stopped, told, open } = cameras();
  asked[0]?.opens('first');
  await settled();
  open('desk');
  expect([asked.map(({ deviceId }) => deviceId), stopped]).toEqual([[undefined, 'desk'], []]);
  asked[1]?.opens('second');
  await settled();
  expect([told(), stopped]).toEqual([['first', 'second'], ['first']]);
});

test('[SIDE-9] of a camera that was asked for before another was, nothing is heard, and it is put off', async () => {
  const { asked, stopped, told, open } = cameras();
  open('desk');
  open('window');
  asked[2]?.opens('window');
  await settled();
  asked[0]?.opens('first');
  asked[1]?.fails(new CameraRefused('NotFoundError'));
  await settled();
  asked[1]?.lost();
  expect([told(), stopped]).toEqual([['window'], ['first']]);
  asked[2]?.lost();
  expect(told()).toEqual(['window', { type: 'camera lost' }]);
});

test('a camera that is refused says why, and where nobody knows why, that', async () => {
  const { asked, told, open } = cameras();
  asked[0]?.fails(new CameraRefused('NotFoundError'));
  await settled();
  open();
  asked[1]?.fails(new Error('something else'));
  await settled();
  expect(told()).toEqual([
    { type: 'camera refused', reason: 'NotFoundError' },
    { type: 'camera refused', reason: 'UnknownError' },
  ]);
});

test('a camera that opens after its person has left is put off at once, as is one that was open', async () => {
  const late = cameras();
  late.stop();
  late.asked[0]?.opens('late');
  await settled();
  expect([late.told(), late.stopped]).toEqual([[], ['late']]);
  const open = cameras();
  open.asked[0]?.opens('open');
  await settled();
  open.stop();
  expect(open.stopped).toEqual(['open']);
});
