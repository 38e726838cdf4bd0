import { createWriteStream } from 'node:fs';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { analyticsJson, playAnalytics } from '../osu/analytics/index.ts';
import type { OpenedPlay } from './open-play.ts';

/** Writes all that is known of a judged play as JSON. */
export async function writeAnalytics(opened: OpenedPlay, file: string): Promise<void> {
  const { replay, play, pp, ppAlong } = opened;
  const judged = { pp, play: playAnalytics(play, { pp: ppAlong, strains: opened.strains() }) };
  await pipeline(Readable.from(analyticsJson(replay, judged)), createWriteStream(file));
}
