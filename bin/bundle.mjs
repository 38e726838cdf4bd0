// node bin/bundle.mjs FOLDER: bundles the program and the packages that it uses, without checking types. Loading a thousand
// small files would take longer than everything else that `serve`, `worker` and their child processes do to start.
import { bundlePrograms } from './bundle-programs.mjs';

/** All programs lie in one folder, so each has a name of its own. */
const programs = {
  main: 'src/cli/main.ts',
  'decode-child': 'src/service/replay-decoding/decode-child.ts',
  'inspect-child': 'src/service/lending/inspect/inspect-child.ts',
  'set-child': 'src/service/beatmaps/set-child.ts',
  'cover-child': 'src/service/previews/cover-child.ts',
  'card-child': 'src/service/previews/card-child.ts',
  'preview-child': 'src/service/previews/preview-child.ts',
  'compare-child': 'src/service/worker/check/compare-child.ts',
  'render-child': 'src/service/worker/process/render-child.ts',
  'segment-child': 'src/rendering/render/segments/segment-child.ts',
  'study-child': 'src/cli/study/study-child.ts',
  'make-glyphs': 'src/rendering/glyphs/make/main.ts',
  'make-default-skin': 'src/rendering/default-skin/make.ts',
  'make-demo': 'src/rendering/demo/make.ts',
  'make-demo-pictures': 'src/rendering/demo-pictures/make.ts',
  // For bin/screenshots.mjs.
  replay: 'src/game/replay/index.ts',
};

await bundlePrograms(programs, process.argv[2]);
