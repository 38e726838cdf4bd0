import type { Job } from '../../../../contract/index.ts';
import { renderOptionsOf } from '../../../../contract/settings/index.ts';
import { fetchJobFiles } from '../../../player/job-files.ts';
import type { FromPictureWorker, PictureFiles, ToPictureWorker } from './messages.ts';
import type { PictureSource } from './row-pictures.ts';

/** Downloads the first replay of a job and its map, and starts a worker that draws pictures of the mistakes. */
export async function openPictures(job: Job, options: { readonly signal: AbortSignal }): Promise<PictureSource> {
  const { replays, beatmap } = await fetchJobFiles(job, options);
  const [first] = replays;
  if (first === undefined) throw new RangeError('There is no replay.');
  const { ignoreFail } = renderOptionsOf(job.config);
  return startPictureWorker({ replay: first.bytes, beatmap, ignoreFail });
}

type Response = Exclude<FromPictureWorker, { kind: 'failed' }>;

/** Starts a worker that draws pictures of the mistakes of a play. */
export async function startPictureWorker(files: PictureFiles): Promise<PictureSource> {
  const worker = new Worker(new URL('./picture.worker.ts', import.meta.url), { type: 'module' });
  /** The worker responds in the order of the requests. */
  const pending: { resolve(response: Response): void; reject(error: unknown): void }[] = [];
  worker.onmessage = ({ data }: MessageEvent<FromPictureWorker>) => {
    const request = pending.shift();
    if (data.kind === 'failed') request?.reject(new Error(data.message));
    else request?.resolve(data);
  };
  worker.onerror = ({ message }) => {
    for (const { reject } of pending.splice(0)) reject(new Error(message));
  };
  const send = <K extends Response['kind']>(message: ToPictureWorker) =>
    new Promise<Extract<Response, { kind: K }>>((resolve, reject) => {
      pending.push({ resolve: resolve as (response: Response) => void, reject });
      worker.postMessage(message);
    });
  try {
    await send<'opened'>({ kind: 'open', files });
  } catch (error) {
    worker.terminate();
    throw error;
  }
  return {
    draw: async (mistake) => (await send<'drawn'>({ kind: 'draw', mistake })).picture,
    close: () => worker.terminate(),
  };
}
