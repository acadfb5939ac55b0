import { execFile } from 'node:child_process';
import { EventEmitter } from 'node:events';
import { promisify } from 'node:util';
import { Worker } from 'node:worker_threads';
import { AppError } from '@unspoken/contract/errors';
import { afterEach, expect, test, vi } from 'vitest';
import { mostKept, mostWaiting, ShareCards, type ShareCardText } from './share-cards.ts';

// Workers start slowly on a machine that is busy.
vi.setConfig({ testTimeout: 20_000 });

const named = (name: string): ShareCardText => ({ product: 'Product', name, when: 'Daily, 20:00 in Berlin' });
const unavailable = new AppError('unavailable');

const opened: ShareCards[] = [];
afterEach(() => Promise.all(opened.splice(0).map((cards) => cards.close())));

/** Cards that real workers draw. */
function withWorkers() {
  const fault = vi.fn();
  const workers: Worker[] = [];
  const cards = new ShareCards({
    fault,
    start() {
      const worker = new Worker(new URL('./share-card-worker.ts', import.meta.url));
      workers.push(worker);
      return worker;
    },
  });
  opened.push(cards);
  return { cards, fault, workers };
}

/** A worker whose answers the test decides. */
class StandIn extends EventEmitter {
  readonly drawn: ShareCardText[] = [];
  readonly ref = vi.fn();
  readonly unref = vi.fn();
  readonly terminate = vi.fn(async () => 1);
  readonly postMessage = (text: ShareCardText): void => {
    this.drawn.push(text);
  };

  finish(): void {
    this.emit('message', { png: Uint8Array.from(Buffer.from(this.drawn.at(-1)?.name ?? '')) });
  }
}

function withStandIns() {
  const fault = vi.fn();
  const workers: StandIn[] = [];
  const cards = new ShareCards({
    fault,
    start() {
      const worker = new StandIn();
      workers.push(worker);
      return worker as unknown as Worker;
    },
  });
  opened.push(cards);
  /** The current worker. */
  const worker = (): StandIn => workers.at(-1) as StandIn;
  return { cards, fault, workers, worker };
}

test('cards are drawn in a worker, which is started again after it has ended', async () => {
  const { cards, fault, workers } = withWorkers();
  expect(workers).toHaveLength(0);
  const first = await cards.render(named('A quiet evening'));
  expect(first.subarray(1, 4).toString()).toBe('PNG');
  expect([first.readUInt32BE(16), first.readUInt32BE(20)]).toEqual([1_200, 630]);
  await workers[0]?.terminate();
  const second = await cards.render(named('Another evening'));
  expect(second.readUInt32BE(16)).toBe(1_200);
  expect(second.equals(first)).toBe(false);
  expect(workers).toHaveLength(2);
  expect(fault).toHaveBeenCalledTimes(1);
});

test('a card fails if the worker ends while it is drawn, and those behind it are drawn by the next worker', async () => {
  const { cards, fault, workers } = withWorkers();
  const lost = cards.render(named('Lost'));
  const next = cards.render(named('Next'));
  await Promise.all([expect(lost).rejects.toEqual(unavailable), workers[0]?.terminate()]);
  expect((await next).readUInt32BE(16)).toBe(1_200);
  expect(fault).toHaveBeenCalledTimes(1);
});

test('a process in which cards have been drawn ends without closing them', async () => {
  const script = `import(${JSON.stringify(new URL('./share-cards.ts', import.meta.url).href)}).then(async ({ ShareCards }) => {
    const card = await new ShareCards({ fault: console.error }).render(${JSON.stringify(named('A quiet evening'))});
    console.log(card.readUInt32BE(16));
  });`;
  const { stdout, stderr } = await promisify(execFile)(process.execPath, ['--eval', script], { timeout: 15_000 });
  expect({ stdout, stderr }).toEqual({ stdout: '1200\n', stderr: '' });
});

test('equal texts are drawn once, whether they are requested together or one after another', async () => {
  const { cards, worker } = withStandIns();
  const together = [cards.render(named('A')), cards.render(named(' A\n'))];
  worker().finish();
  const [one, other] = await Promise.all(together);
  expect(one).toBe(other);
  expect(await cards.render(named('A'))).toBe(one);
  expect(worker().drawn).toHaveLength(1);
});

test('different texts are drawn one at a time, in the order of their requests', async () => {
  const { cards, worker } = withStandIns();
  const both = [cards.render(named('A')), cards.render(named('B'))];
  expect(worker().drawn.map(({ name }) => name)).toEqual(['A']);
  worker().finish();
  expect(worker().drawn.map(({ name }) => name)).toEqual(['A', 'B']);
  worker().finish();
  expect((await Promise.all(both)).map(String)).toEqual(['A', 'B']);
});

test('a limited number of cards may wait', async () => {
  const { cards, fault, worker } = withStandIns();
  const waiting = Array.from({ length: mostWaiting }, (_, n) => cards.render(named(`${n}`)));
  await expect(cards.render(named('one more'))).rejects.toEqual(unavailable);
  // The same as one that waits already: it takes no place.
  const same = cards.render(named('0'));
  for (const _ of waiting) worker().finish();
  expect(String(await same)).toBe('0');
  expect(await Promise.all(waiting)).toHaveLength(mostWaiting);
  const later = cards.render(named('one more'));
  worker().finish();
  expect(String(await later)).toBe('one more');
  expect(fault).not.toHaveBeenCalled();
});

test('a limited number of cards is kept: those that were requested last', async () => {
  const { cards, worker } = withStandIns();
  const request = async (name: string): Promise<'drawn' | 'kept'> => {
    const before = worker()?.drawn.length ?? 0;
    const card = cards.render(named(name));
    if ((worker()?.drawn.length ?? 0) === before) return (await card) && 'kept';
    worker().finish();
    return (await card) && 'drawn';
  };
  for (let n = 0; n < mostKept; n++) expect(await request(`${n}`)).toBe('drawn');
  expect(await request('0')).toBe('kept');
  expect(await request('one more')).toBe('drawn');
  expect(await request('0')).toBe('kept');
  expect(await request('1')).toBe('drawn');
});

test('a card that cannot be drawn fails and is not kept; the worker goes on', async () => {
  const { cards, fault, workers, worker } = withStandIns();
  const [failed, next] = [cards.render(named('A')), cards.render(named('B'))];
  const error = new Error('a bug');
  worker().emit('message', { error });
  await expect(failed).rejects.toEqual(unavailable);
  expect(fault).toHaveBeenCalledExactlyOnceWith(error);
  worker().finish();
  expect(String(await next)).toBe('B');
  const again = cards.render(named('A'));
  worker().finish();
  expect(String(await again)).toBe('A');
  expect(workers).toHaveLength(1);
});

test('a worker that crashes reports its error once', async () => {
  const { cards, fault, worker } = withStandIns();
  const failed = cards.render(named('A'));
  const error = new Error('out of memory');
  const crashed = worker();
  crashed.emit('error', error);
  crashed.emit('exit', 1);
  await expect(failed).rejects.toEqual(unavailable);
  expect(fault).toHaveBeenCalledExactlyOnceWith(error);
});

test('only a worker that draws keeps the process running', async () => {
  const { cards, worker } = withStandIns();
  const card = cards.render(named('A'));
  expect(worker().ref).toHaveBeenCalledTimes(1);
  expect(worker().unref).not.toHaveBeenCalled();
  worker().finish();
  await card;
  expect(worker().unref).toHaveBeenCalledTimes(1);
});

test('when closed, the worker ends, cards that wait fail, and no card is drawn any more', async () => {
  const { cards, fault, workers, worker } = withStandIns();
  const waiting = [cards.render(named('A')), cards.render(named('B'))].map((card) => expect(card).rejects.toEqual(unavailable));
  await cards.close();
  await Promise.all(waiting);
  expect(worker().terminate).toHaveBeenCalledTimes(1);
  worker().emit('exit', 1);
  await expect(cards.render(named('C'))).rejects.toEqual(unavailable);
  await cards.close();
  expect(workers).toHaveLength(1);
  expect(fault).not.toHaveBeenCalled();
});
