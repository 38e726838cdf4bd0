import type { PlayFiles } from '../../game/study/index.ts';
import type { FromStudyWorker } from './judge-in-worker.ts';

// Judges replays in a web worker, so that the page stays usable.

addEventListener('message', async ({ data }: MessageEvent<PlayFiles>) => {
  // The rating of maps is WebAssembly, which loads asynchronously: an import above would miss the first message.
  const judging = import('./judge-play.ts').then(({ judgePlay }) => judgePlay(data));
  postMessage(await judging.catch((): FromStudyWorker => ({ is: 'broken' })));
});
