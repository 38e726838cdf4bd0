import { createDisplayDelay } from './display-delay.ts';
import type { AppliedLook, FromSceneWorker, Look, ReplayFiles, Song, ToSceneWorker } from './messages.ts';
import { serveVideoFrames, type VideoClock } from './serve-video-frames.ts';

/** A web worker that draws one replay. */
export interface SceneWorker {
  open(files: ReplayFiles, look: Look): Promise<{ song: Song | null; applied: AppliedLook }>;
  /** Keeps drawing the previous look until the new one is ready, and after a failure. */
  applyLook(look: Look): Promise<AppliedLook>;
  draw(t: number): void;
  /** Resolves when the first frame is drawn. */
  readonly firstFrame: Promise<void>;
  /** How long after a call of `draw` its frame is displayed, in real milliseconds. */
  readonly displayDelayMs: number;
  /** Draws a small picture of a time. */
  drawSmall(t: number): Promise<ImageBitmap>;
  close(): void;
}

/** The worker could not open the replay or apply a look. */
export class SceneWorkerError extends Error {
  readonly code: string;

  constructor(code: string, message: string) {
    super(message);
    this.name = 'SceneWorkerError';
    this.code = code;
  }
}

type Response = Exclude<FromSceneWorker, { kind: 'drawn' | 'openVideo' }>;

/** Starts a scene worker that draws to `canvas`; background videos play on the page and follow `clock`. */
export function startSceneWorker(canvas: HTMLCanvasElement, clock: VideoClock): SceneWorker {
  const worker = new Worker(new URL('./scene.worker.ts', import.meta.url), { type: 'module' });
  /** The worker responds in the order of the requests. */
  const pending: { resolve(response: Response): void; reject(error: unknown): void }[] = [];
  const closing = new AbortController();
  const displayDelay = createDisplayDelay();
  let endFirstFrame: (error?: Error) => void = () => {};
  const firstFrame = new Promise<void>((resolve, reject) => {
    endFirstFrame = (error) => (error === undefined ? resolve() : reject(error));
  });
  // Nobody waits for it after an error in opening the replay.
  firstFrame.catch(() => {});
  /** The skin that the worker has; undefined: not known. */
  let sentSkin: Look['skin'] | undefined;

  /** The last time that was drawn; null before the first. */
  let drawnMs: number | null = null;

  function redraw(): void {
    if (drawnMs !== null) worker.postMessage({ kind: 'draw', t: drawnMs } satisfies ToSceneWorker);
  }

  worker.onmessage = ({ data }: MessageEvent<FromSceneWorker>) => {
    if (data.kind === 'drawn') {
      endFirstFrame();
      return displayDelay.drawn(data.t, performance.now());
    }
    if (data.kind === 'openVideo') return serveVideoFrames(data, { clock, signal: closing.signal, onLate: redraw });
    const request = pending.shift();
    if (data.kind === 'failed') request?.reject(new SceneWorkerError(data.code, data.message));
    else request?.resolve(data);
  };
  worker.onerror = ({ message }) => {
    endFirstFrame(new Error(message));
    for (const { reject } of pending.splice(0)) reject(new Error(message));
  };

  function send<K extends Response['kind']>(message: ToSceneWorker, transfer: Transferable[] = []) {
    return new Promise<Extract<Response, { kind: K }>>((resolve, reject) => {
      pending.push({ resolve: resolve as (response: Response) => void, reject });
      worker.postMessage(message, transfer);
    });
  }

  return {
    open(files, look) {
      const offscreen = canvas.transferControlToOffscreen();
      sentSkin = look.skin;
      return send<'opened'>({ kind: 'open', files, look, canvas: offscreen }, [offscreen]);
    },
    async applyLook(look) {
      const skin = look.skin === sentSkin ? 'unchanged' : look.skin;
      sentSkin = look.skin;
      try {
        return (await send<'lookApplied'>({ kind: 'applyLook', look: { ...look, skin } })).applied;
      } catch (error) {
        sentSkin = undefined;
        throw error;
      }
    },
    firstFrame,
    get displayDelayMs() {
      return displayDelay.ms;
    },
    draw(t) {
      drawnMs = t;
      displayDelay.requested(t, performance.now());
      worker.postMessage({ kind: 'draw', t } satisfies ToSceneWorker);
    },
    async drawSmall(t) {
      return (await send<'drawnSmall'>({ kind: 'drawSmall', t })).picture;
    },
    close() {
      closing.abort();
      worker.terminate();
    },
  };
}
