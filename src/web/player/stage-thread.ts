import type { FromStage, OpenedForPage, PlayFiles, ToStage } from './messages.ts';

export interface StageThread {
  /** Opens a play, in place of the one before. */
  open(files: PlayFiles, options: Extract<ToStage, { kind: 'open' }>['options']): Promise<OpenedForPage>;
  draw(t: number): void;
  /** How long the last pictures took, in milliseconds. */
  readonly costs: readonly number[];
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

const mostCosts = 600;

/** The stage in its worker, drawing onto a canvas of the page. */
export function startStage(canvas: HTMLCanvasElement, size: { width: number; height: number }): StageThread {
  const worker = new Worker(new URL('./stage.worker.ts', import.meta.url), { type: 'module' });
  let screen: OffscreenCanvas | null = canvas.transferControlToOffscreen();
  let waiting: { resolve(play: OpenedForPage): void; reject(error: unknown): void } | null = null;
  const costs: number[] = [];

  worker.onmessage = ({ data }: MessageEvent<FromStage>) => {
    if (data.kind === 'opened') waiting?.resolve(data.play);
    else if (data.kind === 'failed') waiting?.reject(new StageTrouble(data.code, data.message));
    else if (data.kind === 'drawn') {
      costs.push(data.ms);
      if (costs.length > mostCosts) costs.shift();
    }
  };
  worker.onerror = ({ message }) => waiting?.reject(new Error(message));

  return {
    costs,
    open(files, options) {
      return new Promise((resolve, reject) => {
        waiting = { resolve, reject };
        const message: ToStage = { kind: 'open', files, options, size, ...(screen && { canvas: screen }) };
        worker.postMessage(message, screen ? [screen] : []);
        screen = null;
      });
    },
    draw(t) {
      worker.postMessage({ kind: 'draw', t } satisfies ToStage);
    },
    close: () => worker.terminate(),
  };
}
