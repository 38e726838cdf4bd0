// The child program that renders segments of one video. It loads the play once, with the first task.
import { serveChild } from '../../../children/index.ts';
import { type PreparedRender, prepareRender } from '../prepare-render.ts';
import { openSources } from '../sources/open-sources.ts';
import { type RenderedSegment, renderSegment } from './render-segment.ts';
import type { SegmentEvent, SegmentTask } from './segment-process.ts';

/** As often as `createProgress` reports. */
const reportIntervalMs = 200;

let prepared: Promise<PreparedRender> | undefined;

serveChild(async (task: SegmentTask, sendEvent: (event: SegmentEvent) => void): Promise<RenderedSegment | null> => {
  prepared ??= prepare(task, (text) => sendEvent({ kind: 'note', text }));
  const loaded = await prepared;
  const { options, assignment } = task;
  if (assignment === null) return null;
  let reportedAt = 0;
  const onFrame = (done: number) => {
    if (performance.now() - reportedAt < reportIntervalMs) return;
    reportedAt = performance.now();
    sendEvent({ kind: 'frames', done });
  };
  return renderSegment(loaded, { options, ...assignment, onFrame });
});

async function prepare(
  { sources, assets, options }: SegmentTask,
  onNote: (text: string) => void,
): Promise<PreparedRender> {
  return prepareRender({ ...(await openSources(sources)), assets, options }, { onNote });
}
