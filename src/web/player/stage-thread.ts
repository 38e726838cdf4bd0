import type { FromStage, Heard, Look, PlayFiles, PlayForPage, ToStage } from './messages.ts';

/** A stage with its one play. */
export interface StageThread {
  open(files: PlayFiles, look: Look): Promise<{ play: PlayForPage; heard: Heard }>;
  /** Shows the play in another look; the old one is drawn until then, and stays where it fails. */
  dress(look: Look): Promise<Heard>;
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

type Answer = Exclude<FromStage, { kind: 'drawn' }>;

/** The stage in its worker, drawing onto a canvas of the page. */
export function startStage(canvas: HTMLCanvasElement, size: { width: number; height: number }): StageThread {
  const worker = new Worker(new URL('./stage.worker.ts', import.meta.url), { type: 'module' });
  /** In the order in which they were asked, which is that of the answers. */
  const waiting: { resolve(answer: Answer): void; reject(error: unknown): void }[] = [];

  worker.onmessage = ({ data }: MessageEvent<FromStage>) => {
    if (data.kind === 'drawn') return;
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
      return ask<'opened'>({ kind: 'open', files, look, size, canvas: screen }, [screen]);
    },
    async dress(look) {
      return (await ask<'dressed'>({ kind: 'dress', look })).heard;
    },
    draw(t) {
      worker.postMessage({ kind: 'draw', t } satisfies ToStage);
    },
    close: () => worker.terminate(),
  };
}
