// The child program that renders segments of one video. It loads the play once, for the first segment.
import { serveChild } from '../../../children/index.ts';
import { type PreparedRender, prepareRender } from '../prepare-render.ts';
import { openSources } from '../sources/open-sources.ts';
import { type RenderedSegment, renderSegment } from './render-segment.ts';
import type { SegmentEvent, SegmentTask } from './segment-process.ts';

/** As often as `createProgress` reports. */
const reportIntervalMs = 200;

let prepared: Promise<PreparedRender> | undefined;

serveChild(async (task: SegmentTask, sendEvent: (event: SegmentEvent) => void): Promise<RenderedSegment> => {
  prepared ??= prepare(task, (text) => sendEvent({ kind: 'note', text }));
  let reportedAt = 0;
  const onFrame = (done: number) => {
    if (performance.now() - reportedAt < reportIntervalMs) return;
    reportedAt = performance.now();
    sendEvent({ kind: 'frames', done });
  };
  const { options, segment, file, threads } = task;
  return renderSegment(await prepared, { options, segment, file, threads, onFrame });
});

async function prepare(
  { sources, assets, options }: SegmentTask,
  onNote: (text: string) => void,
): Promise<PreparedRender> {
  return prepareRender({ ...(await openSources(sources)), assets, options }, { onNote });
}
