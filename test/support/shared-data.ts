import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import { fileURLToPath } from 'node:url';

const beside = resolve(fileURLToPath(new URL('../../../shared/data', import.meta.url)));
const folder = process.env.REPRISE_SHARED_DATA ?? beside;

/** Where real replays, maps and skins lie; null where there are none. They are no part of the repository. */
export const sharedData: string | null = existsSync(folder) ? folder : null;
