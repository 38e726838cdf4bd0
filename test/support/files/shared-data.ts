import { existsSync } from 'node:fs';
import { resolve } from 'node:path';

/** Tests and benchmarks run in the checkout's own folder, wherever their code was compiled to. */
const folder = process.env.REPRISE_SHARED_DATA ?? resolve('../shared/data');

/** Where real replays, maps and skins lie; null where there are none. They are no part of the repository. */
export const sharedData: string | null = existsSync(folder) ? folder : null;
