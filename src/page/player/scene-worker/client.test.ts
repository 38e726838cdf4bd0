import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { startSceneWorker } from './client.ts';
import type { FromSceneWorker } from './messages.ts';

/** Stands for the worker, which needs a browser. */
class FakeWorker {
  static last: FakeWorker;
  onmessage: ((event: { data: FromSceneWorker }) => void) | null = null;
  onerror: ((event: { message: string }) => void) | null = null;
  constructor() {
    FakeWorker.last = this;
  }
  postMessage(): void {}
  terminate(): void {}
}

beforeEach(() => vi.stubGlobal('Worker', FakeWorker));
afterEach(() => vi.unstubAllGlobals());

function start() {
  const canvas = {} as HTMLCanvasElement;
  return { client: startSceneWorker(canvas, () => ({ isPlaying: false, rate: 1 })), worker: FakeWorker.last };
}

test('the first frame is there once it is drawn', async () => {
  const { client, worker } = start();
  client.draw(0);
  worker.onmessage?.({ data: { kind: 'drawn', t: 0, ms: 5 } });
  await client.firstFrame;
});

test('an error in drawing the first frame is reported, like one in a request', async () => {
  const { client, worker } = start();
  const picture = client.drawSmall(0);
  worker.onerror?.({ message: 'broken' });
  await expect(client.firstFrame).rejects.toThrow('broken');
  await expect(picture).rejects.toThrow('broken');
});
