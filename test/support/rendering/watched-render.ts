import { spawn } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { createInterface } from 'node:readline';
import { mapBytes } from '../beatmaps/map-text.ts';
import { peakResidentMb, residentMb } from '../processes/resident-memory.ts';
import { buildRequest, emptyFolder, type PlayParts } from './test-render.ts';

export interface WatchedRender {
  readonly code: number | null;
  /** The peak of the resident memory, in megabytes. */
  readonly maxMb: number;
  /** The resident memory over time; `done` is the fraction of finished frames. */
  readonly moments: readonly { readonly done: number; readonly mb: number }[];
}

/** Renders a generated play with the command line and records its memory. */
export async function watchRender(parts: Omit<PlayParts, 'options'>, args: readonly string[]): Promise<WatchedRender> {
  const folder = emptyFolder();
  const files = {
    'play.osr': buildRequest(parts).replay,
    ...inFolder('set', { ...parts.set, 'map.osu': mapBytes(parts) }),
  };
  for (const [name, bytes] of Object.entries({ ...files, ...inFolder('skin', parts.skin ?? {}) })) {
    mkdirSync(dirname(join(folder, name)), { recursive: true });
    writeFileSync(join(folder, name), bytes);
  }
  const child = spawn(
    'bin/reprise',
    [
      'render',
      join(folder, 'play.osr'),
      '--beatmap',
      join(folder, 'set'),
      '-o',
      join(folder, 'video.mp4'),
      ...(parts.skin ? ['--skin', join(folder, 'skin')] : []),
      '--motion-blur',
      'false',
      '--processes',
      '1',
      ...args,
    ],
    { stdio: ['ignore', 'pipe', 'inherit'] },
  );
  const ended = new Promise<number | null>((resolve) => child.once('exit', resolve));
  const moments: { done: number; mb: number }[] = [];
  let maxMb = 0;
  for await (const line of createInterface({ input: child.stdout })) {
    const { stage, frame, frames } = JSON.parse(line) as { stage?: string; frame?: number; frames?: number };
    maxMb = Math.max(maxMb, peakResidentMb(child.pid!));
    if (stage === 'rendering' && frame) moments.push({ done: frame / frames!, mb: residentMb(child.pid!) });
  }
  return { code: await ended, maxMb, moments };
}

function inFolder(folder: string, files: Readonly<Record<string, Uint8Array>>): Record<string, Uint8Array> {
  return Object.fromEntries(Object.entries(files).map(([name, bytes]) => [`${folder}/${name}`, bytes]));
}
