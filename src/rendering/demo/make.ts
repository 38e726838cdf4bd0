import { writeDemo } from './write-demo.ts';

/** The build step: `node make.js FOLDER`. */
await writeDemo(process.argv[2]!);
