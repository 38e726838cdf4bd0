import type { PreparedRender } from '../prepare-render.ts';
import type { RenderRequest } from '../request.ts';
import { chooseThumbnailTime } from './choose-thumbnail-time.ts';
import { writePreview } from './preview.ts';
import { writeThumbnail } from './thumbnail.ts';

/** Writes the requested artifacts that go with a video: thumbnail and preview. */
export async function writeArtifacts(
  prepared: PreparedRender,
  request: RenderRequest,
  signal: AbortSignal | undefined,
): Promise<void> {
  const { opened, schedule, scenes } = prepared;
  const { thumbnail, preview } = request;
  const { preview: kind, width, height } = request.options;
  const moment = chooseThumbnailTime(opened.play, schedule.pieces);
  const isPortrait = height > width;
  if (thumbnail !== undefined) await writeThumbnail(scenes, moment, { file: thumbnail, isPortrait });
  if (preview !== undefined && kind !== null) await writePreview(prepared, { file: preview, kind, moment, signal });
}
