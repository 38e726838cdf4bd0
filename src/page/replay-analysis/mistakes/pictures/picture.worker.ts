import { messageOf } from '../../../../failure.ts';
import type { PpCalculator } from '../../../../game/pp/index.ts';
import { archiveFiles, createMistakePictureRenderer, openPlay } from '../../../../rendering/scene-loader/index.ts';
import { context2d } from '../../../player/scene-worker/context-2d.ts';
import { type CopyToCanvas, createCopyToCanvas } from '../../../player/scene-worker/copy-to-canvas.ts';
import { loadKernel } from '../../../player/scene-worker/kernel.ts';
import type { FromPictureWorker, PictureFiles, ToPictureWorker } from './messages.ts';

// Judges a play and draws pictures of its mistakes in a web worker. Unlike the worker of the live player, it needs neither
// skin, fonts nor song, so it is ready sooner, and it also works beside a video.

/** Twice the size in the list, for screens with many pixels. */
const size = { width: 320, height: 240 };

interface Pictures {
  readonly renderer: Awaited<ReturnType<typeof createMistakePictureRenderer>>;
  readonly canvas: OffscreenCanvas;
  readonly copyToCanvas: CopyToCanvas;
}

let pictures: Pictures | null = null;
let work = Promise.resolve();

addEventListener('message', ({ data }: MessageEvent<ToPictureWorker>) => {
  work = work.then(async () => {
    try {
      if (data.kind === 'open') {
        pictures = await open(data.files);
        post({ kind: 'opened' });
      } else if (pictures === null) throw new Error('No play is open.');
      else await draw(pictures, data);
    } catch (error) {
      post({ kind: 'failed', message: messageOf(error) });
    }
  });
});

async function open({ replay, beatmap, ignoreFail }: PictureFiles): Promise<Pictures> {
  const files = { replay, beatmap: { files: archiveFiles(beatmap) }, options: { ignoreFail } };
  const opened = openPlay(files, withoutRating, () => {});
  const renderer = await createMistakePictureRenderer(opened, { loadKernel }, size);
  const canvas = new OffscreenCanvas(size.width, size.height);
  const copyToCanvas = createCopyToCanvas(context2d(canvas, { alpha: false, willReadFrequently: true }));
  return { renderer, canvas, copyToCanvas };
}

/** The pictures show no performance points. */
const withoutRating: PpCalculator = {
  stars: () => null,
  final: () => null,
  ofPlay: () => null,
  each: () => null,
  strains: () => null,
};

async function draw(
  { renderer, canvas, copyToCanvas }: Pictures,
  { mistake }: Extract<ToPictureWorker, { kind: 'draw' }>,
): Promise<void> {
  renderer.draw(mistake);
  copyToCanvas(renderer.compositor);
  // `transferToImageBitmap` would empty the canvas, of which only the changed tiles are painted.
  const picture = await createImageBitmap(canvas);
  post({ kind: 'drawn', picture }, [picture]);
}

function post(message: FromPictureWorker, transfer: Transferable[] = []): void {
  postMessage(message, { transfer });
}
