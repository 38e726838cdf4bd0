import type { PictureSize, VideoClip } from '../../../rendering/scene-loader/index.ts';
import { context2d } from './context-2d.ts';
import type { FromSceneWorker, VideoRequest, VideoResponse } from './messages.ts';

/** Copying larger frames to the compositor takes longer than a frame may take. */
const maxPixels = 1280 * 720;

/** Opens a background video that the page decodes for this worker; null if the browser cannot play it. */
export async function openVideoSource(bytes: Uint8Array, covering: PictureSize): Promise<VideoClip | null> {
  const { port1: port, port2 } = new MessageChannel();
  let settle: (response: VideoResponse) => void = () => {};
  const nextResponse = () =>
    new Promise<VideoResponse>((resolve) => {
      settle = resolve;
    });
  port.onmessage = ({ data }: MessageEvent<VideoResponse>) => settle(data);
  const opening = nextResponse();
  const message: FromSceneWorker = { kind: 'openVideo', bytes, port: port2 };
  postMessage(message, { transfer: [port2] });
  const opened = await opening;
  if (opened.kind !== 'opened') {
    port.close();
    return null;
  }

  const { video } = opened;
  const size = decodedSize(video, covering);
  const canvas = new OffscreenCanvas(size.width, size.height);
  const context = context2d(canvas, { alpha: false, willReadFrequently: true });
  let current = { ...size, rgba: new Uint8ClampedArray(size.width * size.height * 4) };
  return {
    ...size,
    durationMs: video.durationMs,
    async pictureAt(ms) {
      const responding = nextResponse();
      port.postMessage({ kind: 'frame', ms } satisfies VideoRequest);
      const response = await responding;
      if (response.kind !== 'frame' || response.frame === null) return current;
      context.drawImage(response.frame, 0, 0, size.width, size.height);
      response.frame.close();
      current = { ...size, rgba: context.getImageData(0, 0, size.width, size.height).data };
      return current;
    },
    async close() {
      port.postMessage({ kind: 'close' } satisfies VideoRequest);
      port.close();
      // A closed port delivers no response: a frame that waits for one would wait for ever.
      settle({ kind: 'frame', frame: null });
    },
  };
}

/** No larger than needed to cover `covering`. */
function decodedSize({ width, height }: PictureSize, covering: PictureSize): PictureSize {
  const coveringScale = Math.max(covering.width / width, covering.height / height);
  const scale = Math.min(1, coveringScale, Math.sqrt(maxPixels / (width * height)));
  return { width: Math.max(1, Math.round(width * scale)), height: Math.max(1, Math.round(height * scale)) };
}
