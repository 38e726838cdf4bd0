import { fileURLToPath } from 'node:url';

// The compiler finds the transform that asconfig.json names only if the path of the file itself is absolute.
const asconfig = fileURLToPath(new URL('../asconfig.json', import.meta.url));

const kernelInputs = [
  'package-lock.json',
  'asconfig.json',
  'src/rendering/compositor/kernel',
  'src/rendering/compositor/layout.ts',
];
const compiler = 'node_modules/assemblyscript/bin/asc.js';

/**
 * The steps that build dist/. Each step writes into its own folder, and runs only if one of its inputs has changed (files, or
 * folders with everything below them except tests). dist/ is the union of these folders.
 */
export const steps = [
  {
    name: 'program',
    message: 'Bundling the program.',
    inputs: ['package-lock.json', 'bin/bundle.mjs', 'bin/bundle-programs.mjs', 'src'],
    command: 'bin/bundle.mjs',
    args: (folder) => [folder],
  },
  {
    name: 'kernel',
    message: "Compiling the compositor's kernel for browsers and for Node on ARM64.",
    inputs: kernelInputs,
    command: compiler,
    args: (folder) => ['--config', asconfig, '--outFile', `${folder}/assets/kernel.wasm`],
  },
  {
    name: 'x64-kernel',
    message: "Compiling the compositor's kernel for Node on x86-64.",
    inputs: kernelInputs,
    command: compiler,
    args: (folder) => [
      ...['--config', asconfig, '--enable', 'relaxed-simd'],
      ...['--outFile', `${folder}/assets/x64-kernel.wasm`],
    ],
  },
  {
    name: 'glyphs',
    message: 'Drawing the glyphs.',
    inputs: ['package-lock.json', 'src/rendering/glyphs'],
    command: '.build/program/make-glyphs.js',
    args: (folder) => [`${folder}/assets/glyphs`],
  },
  {
    name: 'default-skin',
    message: 'Drawing the default skin.',
    inputs: ['package-lock.json', 'src/rendering/default-skin', 'src/rendering/synth'],
    command: '.build/program/make-default-skin.js',
    args: (folder) => [`${folder}/assets/default-skin`],
  },
  {
    name: 'demo',
    message: 'Creating the demo.',
    inputs: [
      'package-lock.json',
      'src/rendering/demo',
      'src/rendering/synth',
      'src/rendering/video/audio/encode-song.ts',
      'src/game',
      'src/failure.ts',
    ],
    command: '.build/program/make-demo.js',
    args: (folder) => [`${folder}/assets/demo`],
  },
  {
    name: 'demo-pictures',
    message: 'Drawing the pictures of the start page.',
    inputs: ['package-lock.json', 'src/contract/settings', 'src/game', 'src/rendering'],
    command: '.build/program/make-demo-pictures.js',
    args: (folder) => [
      `${folder}/assets/demo-pictures`,
      ...['kernel', 'x64-kernel', 'glyphs', 'default-skin', 'demo'].map((step) => `.build/${step}/assets`),
    ],
  },
  {
    name: 'page',
    message: 'Building the page.',
    // The page contains the kernel, glyphs, skin, demo and pictures of the steps above, and the user documentation.
    inputs: ['package-lock.json', 'clients/typescript/src', 'docs', 'src'],
    command: 'node_modules/vite/bin/vite.js',
    args: (folder) => ['build', '--config', 'src/page/vite.config.ts', '--outDir', `${folder}/page`],
  },
];
