import type { PlayFiles, StudiedPlay } from '../../game/study/index.ts';

/** What the worker responds: a play, or why it cannot be judged. */
export type FromStudyWorker =
  | { readonly play: StudiedPlay }
  | { readonly code: string; readonly message: string }
  | { readonly is: 'broken' };

/** A web worker that judges one replay at a time. */
export interface Judge {
  judge(files: PlayFiles): Promise<FromStudyWorker>;
  close(): void;
}

/** Starts the worker with the first replay. One that a replay has ended is replaced. */
export function createJudge(): Judge {
  let worker: Worker | null = null;
  const close = () => {
    worker?.terminate();
    worker = null;
  };
  return {
    judge: (files) =>
      new Promise((resolve, reject) => {
        worker ??= new Worker(new URL('./study.worker.ts', import.meta.url), { type: 'module' });
        worker.onmessage = ({ data }: MessageEvent<FromStudyWorker>) => resolve(data);
        worker.onerror = ({ message }) => {
          close();
          reject(new Error(message));
        };
        worker.postMessage(files);
      }),
    close,
  };
}
