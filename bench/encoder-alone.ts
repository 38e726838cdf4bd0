import { rm, stat } from 'node:fs/promises';
import { openVideo, type VideoSettings } from '../src/video/index.ts';

/** One picture as a compositor hands it over. */
export interface ReadyFrame {
  readonly planes: Uint8Array;
  readonly changedTiles?: Uint8Array;
}

export interface EncoderAlone {
  readonly framesPerSecond: number;
  readonly cpuMsPerFrame: number;
  readonly bytes: number;
}

/** How fast the encoder is when pictures lie ready in memory: what no renderer in front of it can surpass by drawing. */
export async function measureEncoderAlone(
  frames: readonly ReadyFrame[],
  settings: Omit<VideoSettings, 'audio'>,
): Promise<EncoderAlone> {
  const video = await openVideo({ ...settings, audio: null });
  const [first, ...rest] = frames;
  await video.frame(first!.planes, first!.changedTiles);
  // From the first frame on, as whole renders are measured.
  const began = process.hrtime.bigint();
  const cpu = process.cpuUsage();
  for (const { planes, changedTiles } of rest) await video.frame(planes, changedTiles);
  await video.finish();
  const seconds = Number(process.hrtime.bigint() - began) / 1e9;
  const { user, system } = process.cpuUsage(cpu);
  const { size } = await stat(settings.file);
  await rm(settings.file);
  return {
    framesPerSecond: rest.length / seconds,
    cpuMsPerFrame: (user + system) / 1000 / rest.length,
    bytes: size,
  };
}
