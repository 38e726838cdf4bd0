// The child program that renders one job. A hostile replay, map or skin can exhaust or crash only this process.
import { basename, dirname, join } from 'node:path';
import { serveChild } from '../../../children/index.ts';
import { renderWithDanser } from '../../../rendering/danser/index.ts';
import {
  openSources,
  type RenderHooks,
  type RenderRequest,
  type RenderResult,
  type RenderSources,
  renderOrSplit,
  renderReplay,
} from '../../../rendering/render/index.ts';
import type { RenderChildTask, RenderEvent, SegmentPlan } from './render-task.ts';

serveChild((task: RenderChildTask, sendEvent: (event: RenderEvent) => void): Promise<RenderResult | SegmentPlan> => {
  return render(task, {
    onProgress: (progress) => sendEvent({ kind: 'progress', progress }),
    onNote: (text) => sendEvent({ kind: 'note', text }),
    onOpened: (play) => sendEvent({ kind: 'opened', play }),
  });
});

async function render(task: RenderChildTask, hooks: RenderHooks): Promise<RenderResult | SegmentPlan> {
  const { replay, others = [], beatmap, skin, danser, pool, freeWorkers } = task;
  const sources: RenderSources = {
    replay,
    others,
    beatmap,
    skin: skin === null ? null : { kind: 'folder', path: skin },
  };
  const { replays, ...opened } = await openSources(sources);
  const request: RenderRequest = {
    ...opened,
    // With DEBUG, clients can read the message of a failure, which should not contain paths of this machine.
    ...(replays && { replays: replays.map(({ name, bytes }) => ({ name: basename(name), bytes })) }),
    assets: task.assets,
    options: task.options,
    maxSeconds: task.maxSeconds,
    file: task.video,
    thumbnail: task.thumbnail,
    preview: task.preview,
    analytics: task.analytics,
    segment: task.segment,
    encodedSegments: task.encodedSegments,
    pool: pool ? { ...pool, sources } : undefined,
  };
  if (danser) {
    return renderWithDanser(request, hooks, { danser, folder: join(dirname(task.video), 'danser') });
  }
  return freeWorkers && !task.encodedSegments
    ? renderOrSplit(request, hooks, freeWorkers)
    : renderReplay(request, hooks);
}
