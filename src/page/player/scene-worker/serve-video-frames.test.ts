import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { serveVideoFrames } from './serve-video-frames.ts';

/** What `serveVideoFrames` uses of a video element; a test decides when a seek ends. */
class FakeVideo extends EventTarget {
  currentTime = 0;
  paused = true;
  seeking = false;
  onPresented: (() => void) | null = null;
  requestVideoFrameCallback(callback: () => void) {
    this.onPresented = callback;
  }
  pause() {}
  load() {}
  removeAttribute() {}
}

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

function serve() {
  const video = new FakeVideo();
  vi.stubGlobal('document', { createElement: () => video });
  vi.stubGlobal('createImageBitmap', async () => 'frame');
  const responses: unknown[] = [];
  const port = {
    onmessage: null as ((event: { data: unknown }) => Promise<void>) | null,
    postMessage: (message: unknown) => responses.push(message),
    close() {},
  };
  const onLate = vi.fn();
  const end = new AbortController();
  const clock = () => ({ isPlaying: false, rate: 1 });
  const source = { bytes: new Uint8Array(), port: port as unknown as MessagePort };
  serveVideoFrames(source, { clock, signal: end.signal, onLate });
  const request = (ms: number) => port.onmessage?.({ data: { kind: 'frame', ms } });
  const arrive = () => video.dispatchEvent(new Event('seeked'));
  return { request, responses, onLate, end, arrive, present: () => video.onPresented?.() };
}

const none = { kind: 'frame', frame: null };
const frame = { kind: 'frame', frame: 'frame' };

test('a frame is sent when the video has arrived', async () => {
  const { request, responses, onLate, end, arrive } = serve();
  const requested = request(1000);
  arrive();
  await requested;
  expect(responses).toEqual([frame]);
  expect(onLate).not.toHaveBeenCalled();
  end.abort();
});

test('a video that arrives after the request has timed out is drawn then, once', async () => {
  const { request, responses, onLate, end, arrive } = serve();
  const requested = request(1000);
  await vi.advanceTimersByTimeAsync(10_000);
  await requested;
  expect(responses).toEqual([none]);
  expect(onLate).not.toHaveBeenCalled();
  arrive();
  expect(onLate).toHaveBeenCalledTimes(1);
  const again = request(1000);
  arrive();
  await again;
  expect(responses).toEqual([none, frame]);
  expect(onLate).toHaveBeenCalledTimes(1);
  end.abort();
});

test('a video that arrives after the player was closed draws nothing', async () => {
  const { request, onLate, end, arrive } = serve();
  const requested = request(1000);
  await vi.advanceTimersByTimeAsync(10_000);
  await requested;
  end.abort();
  arrive();
  expect(onLate).not.toHaveBeenCalled();
});

test('a frame that is presented only after the end of its seek is drawn then', async () => {
  const { request, responses, onLate, end, arrive, present } = serve();
  const requested = request(1000);
  arrive();
  await requested;
  expect(onLate).not.toHaveBeenCalled();
  present();
  expect(onLate).toHaveBeenCalledTimes(1);
  // The video is there already.
  await request(1000);
  expect(responses).toEqual([frame, frame]);
  end.abort();
});

test('a frame that is presented before the end of its seek is drawn once', async () => {
  const { request, onLate, end, arrive, present } = serve();
  const requested = request(1000);
  present();
  arrive();
  await requested;
  expect(onLate).not.toHaveBeenCalled();
  end.abort();
});
