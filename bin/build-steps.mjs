/** What makes dist/, in this order. Each step writes into the folder it is given. */
export const steps = [
  {
    says: 'Compiling the program.',
    command: 'node_modules/typescript/bin/tsc',
    // Types are checked by `npm run check`; somebody who only wants to start the program need not wait for it.
    args: (folder) => ['-p', 'tsconfig.build.json', '--noCheck', '--outDir', folder],
  },
  {
    says: "Compiling the compositor's kernel.",
    command: 'node_modules/assemblyscript/bin/asc.js',
    args: (folder) => ['--config', 'asconfig.json', '--outFile', `${folder}compositor/kernel.wasm`],
  },
];

/** Beside src/, whatever else decides what the steps make. */
export const inputs = [
  'package-lock.json',
  'tsconfig.json',
  'tsconfig.build.json',
  'asconfig.json',
  'bin/build-steps.mjs',
];
