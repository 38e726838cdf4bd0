import { writeSkin } from './write-skin.ts';

/** The build step: `node make.js FOLDER`. */
await writeSkin(process.argv[2]!);
