import { fileURLToPath } from 'node:url';

// The compiler finds the transform that asconfig.json names only if the path of the file itself is absolute.
const asconfig = fileURLToPath(new URL('../asconfig.json', import.meta.url));

/**
 * What makes dist/. A step writes into a folder of its own, and only when one of its inputs (files, or folders with all
 * below them, tests left out) has changed; dist/ is all these folders together.
 */
export const steps = [
  {
    name: 'program',
    message: 'Compiling the program.',
    inputs: ['package-lock.json', 'tsconfig.json', 'tsconfig.build.json', 'src'],
    command: 'node_modules/typescript/bin/tsc',
    // Types are checked by `npm run check`; somebody who only wants to start the program need not wait for it.
    args: (folder) => ['-p', 'tsconfig.build.json', '--noCheck', '--outDir', folder],
  },
  {
    name: 'kernel',
    message: "Compiling the compositor's kernel.",
    inputs: [
      'package-lock.json',
      'asconfig.json',
      'src/rendering/compositor/kernel',
      'src/rendering/compositor/layout.ts',
    ],
    command: 'node_modules/assemblyscript/bin/asc.js',
    args: (folder) => ['--config', asconfig, '--outFile', `${folder}/assets/kernel.wasm`],
  },
  {
    name: 'glyphs',
    message: 'Drawing the letters.',
    inputs: ['package-lock.json', 'src/rendering/glyphs'],
    command: '.build/program/rendering/glyphs/make/main.js',
    args: (folder) => [`${folder}/assets/glyphs`],
  },
  {
    name: 'default-skin',
    message: 'Drawing the default skin.',
    inputs: ['package-lock.json', 'src/rendering/default-skin', 'src/rendering/synth'],
    command: '.build/program/rendering/default-skin/make.js',
    args: (folder) => [`${folder}/assets/default-skin`],
  },
  {
    name: 'demo',
    message: 'Composing and playing the demo.',
    inputs: [
      ...['package-lock.json', 'src/rendering/demo', 'src/rendering/synth', 'src/rendering/video/audio/encode-song.ts'],
      ...['src/game/beatmap', 'src/game/mods', 'src/game/play', 'src/game/replay'],
    ],
    command: '.build/program/rendering/demo/make.js',
    args: (folder) => [`${folder}/assets/demo`],
  },
  {
    name: 'page',
    message: 'Building the page.',
    // It carries the kernel, the letters, the skin and the demo of the steps before, and the documents people read.
    inputs: ['package-lock.json', 'docs', 'src'],
    command: 'node_modules/vite/bin/vite.js',
    args: (folder) => ['build', '--config', 'src/page/vite.config.ts', '--outDir', `${folder}/page`],
  },
];
