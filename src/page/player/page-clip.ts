import type { PictureSize, VideoClip } from '../../rendering/scene-loader/index.ts';
import type { ClipAnswer, ClipMessage, FromStage } from './messages.ts';

/** More pixels take longer to reach the compositor than a picture may take; behind a play, nobody misses them. */
const mostPx = 1280 * 720;

/** A video that the page plays for its stage; null where the browser cannot. */
export async function openPageClip(bytes: Uint8Array, covering: PictureSize): Promise<VideoClip | null> {
  const { port1: port, port2 } = new MessageChannel();
  const next = () =>
    new Promise<ClipAnswer>((resolve) => {
      port.onmessage = ({ data }: MessageEvent<ClipAnswer>) => resolve(data);
    });
  const opening = next();
  const message: FromStage = { kind: 'clip', bytes, port: port2 };
  postMessage(message, { transfer: [port2] });
  const opened = await opening;
  if (opened.kind !== 'opened') {
    port.close();
    return null;
  }

  const { clip } = opened;
  const size = paintedSize(clip, covering);
  const context = new OffscreenCanvas(size.width, size.height).getContext('2d', {
    alpha: false,
    willReadFrequently: true,
  })!;
  let shown = { ...size, rgba: new Uint8ClampedArray(size.width * size.height * 4) };
  return {
    ...size,
    durationMs: clip.durationMs,
    async pictureAt(ms) {
      const answered = next();
      port.postMessage({ kind: 'show', ms } satisfies ClipMessage);
      const answer = await answered;
      if (answer.kind !== 'picture' || answer.picture === null) return shown;
      context.drawImage(answer.picture, 0, 0, size.width, size.height);
      answer.picture.close();
      shown = { ...size, rgba: context.getImageData(0, 0, size.width, size.height).data };
      return shown;
    },
    async close() {
      port.postMessage({ kind: 'close' } satisfies ClipMessage);
      port.close();
    },
  };
}

/** No larger than it takes to cover a size. */
function paintedSize({ width, height }: PictureSize, covering: PictureSize): PictureSize {
  const enough = Math.max(covering.width / width, covering.height / height);
  const scale = Math.min(1, enough, Math.sqrt(mostPx / (width * height)));
  return { width: Math.max(1, Math.round(width * scale)), height: Math.max(1, Math.round(height * scale)) };
}
