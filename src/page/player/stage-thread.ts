import type { FromStage, Look, PlayFiles, Song, ToStage, Worn } from './messages.ts';
import { type ClipClock, playClip } from './play-clip.ts';

/** A stage with its one play. */
export interface StageThread {
  open(files: PlayFiles, look: Look): Promise<{ song: Song | null; worn: Worn }>;
  /** Shows the play in another look; the old one is drawn until then, and stays where it fails. */
  dress(look: Look): Promise<Worn>;
  draw(t: number): void;
  close(): void;
}

/** A play that cannot be shown. */
export class StageTrouble extends Error {
  readonly code: string;

  constructor(code: string, message: string) {
    super(message);
    this.name = 'StageTrouble';
    this.code = code;
  }
}

type Answer = Exclude<FromStage, { kind: 'drawn' | 'clip' }>;

/** The stage in its worker, drawing onto a canvas of the page. Its videos are played here, by the clock of the play. */
export function startStage(canvas: HTMLCanvasElement, clock: ClipClock): StageThread {
  const worker = new Worker(new URL('./stage.worker.ts', import.meta.url), { type: 'module' });
  /** In the order in which they were asked, which is that of the answers. */
  const waiting: { resolve(answer: Answer): void; reject(error: unknown): void }[] = [];
  const leaving = new AbortController();

  worker.onmessage = ({ data }: MessageEvent<FromStage>) => {
    if (data.kind === 'drawn') return;
    if (data.kind === 'clip') return playClip(data, { clock, signal: leaving.signal });
    const asked = waiting.shift();
    if (data.kind === 'failed') asked?.reject(new StageTrouble(data.code, data.message));
    else asked?.resolve(data);
  };
  worker.onerror = ({ message }) => {
    for (const { reject } of waiting.splice(0)) reject(new Error(message));
  };

  function ask<K extends Answer['kind']>(message: ToStage, transfer: Transferable[] = []) {
    return new Promise<Extract<Answer, { kind: K }>>((resolve, reject) => {
      waiting.push({ resolve: resolve as (answer: Answer) => void, reject });
      worker.postMessage(message, transfer);
    });
  }

  return {
    open(files, look) {
      const screen = canvas.transferControlToOffscreen();
      return ask<'opened'>({ kind: 'open', files, look, canvas: screen }, [screen]);
    },
    async dress(look) {
      return (await ask<'dressed'>({ kind: 'dress', look })).worn;
    },
    draw(t) {
      worker.postMessage({ kind: 'draw', t } satisfies ToStage);
    },
    close() {
      leaving.abort();
      worker.terminate();
    },
  };
}
