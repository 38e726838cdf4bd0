import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { wavOf } from '../synth/index.ts';
import { pictures } from './art/index.ts';
import { toPng } from './art/picture.ts';
import { skinIni } from './skin-ini.ts';
import { sounds } from './sounds/index.ts';

/** Writes the default skin to a folder: skin.ini, @2x images, sounds. */
export async function writeSkin(folder: string): Promise<void> {
  await mkdir(folder, { recursive: true });
  await writeFile(join(folder, 'skin.ini'), skinIni);
  for (const [name, picture] of Object.entries(pictures)) {
    await writeFile(join(folder, `${name}@2x.png`), toPng(picture));
  }
  for (const [name, make] of Object.entries(sounds)) {
    await writeFile(join(folder, `${name}.wav`), wavOf(make()));
  }
}
