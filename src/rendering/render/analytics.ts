import { createWriteStream } from 'node:fs';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { analyticsJson, playAnalytics } from '../../game/analytics/index.ts';
import type { OpenedPlay } from '../scene-loader/index.ts';
import type { Take } from './film.ts';

/** Writes all that is known of a judged play as JSON. */
export async function writeAnalytics(
  opened: OpenedPlay,
  file: string,
  take?: Pick<Take, 'start' | 'rate'>,
): Promise<void> {
  const { replay, play, pp, ppAlong } = opened;
  const video = take && { starts_at: take.start, clock_rate: take.rate };
  const told = playAnalytics(play, { pp: ppAlong, strains: opened.strains() });
  const judged = { pp, play: { ...told, ...(video && { video }) } };
  await pipeline(Readable.from(analyticsJson(replay, judged)), createWriteStream(file));
}
