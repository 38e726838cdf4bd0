// The program of a camera: it reads the play for itself, and films the stretches it is given.
import { Failure } from '../../../failure.ts';
import { type PreparedRender, prepareRender } from '../prepare-render.ts';
import { openSources } from '../sources.ts';
import type { FromCamera, ToCamera } from './messages.ts';
import { renderSegment } from './render-segment.ts';

// Whoever is gone is noticed by the end of the channel.
const answer = (message: FromCamera) => process.send?.(message, () => {});
/** As often as anyone who watches wants to know. */
const tellEveryMs = 200;

type Opening = Extract<ToCamera, { kind: 'open' }>;
let opening: Opening;
let prepared: Promise<PreparedRender>;

async function open({ sources, assets, options }: Opening): Promise<PreparedRender> {
  const onNote = (text: string) => answer({ kind: 'note', text });
  return prepareRender({ ...(await openSources(sources)), assets, options }, { onNote });
}

async function render({ range, file }: Extract<ToCamera, { kind: 'segment' }>): Promise<void> {
  const { options, threads } = opening;
  let told = 0;
  const onFrame = (done: number) => {
    if (performance.now() - told < tellEveryMs) return;
    told = performance.now();
    answer({ kind: 'frames', done });
  };
  try {
    const segment = await renderSegment(await prepared, { options, range, file, threads, onFrame });
    answer({ kind: 'done', segment });
  } catch (error) {
    if (error instanceof Failure) answer({ kind: 'refused', code: error.code, message: error.message });
    else answer({ kind: 'broken', message: error instanceof Error ? (error.stack ?? error.message) : String(error) });
  }
}

process.on('message', (message: ToCamera) => {
  if (message.kind === 'open') {
    opening = message;
    prepared = open(message);
    // What goes wrong is told with the first stretch.
    prepared.catch(() => {});
  } else void render(message);
});

// Signals to the group are for whoever has started it; without that, there is nobody to film for.
process.on('SIGINT', () => {});
process.on('SIGTERM', () => {});
process.on('disconnect', () => process.exit());
