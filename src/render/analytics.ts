import { createWriteStream } from 'node:fs';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { analyticsJson, playAnalytics } from '../osu/analytics/index.ts';
import type { OpenedPlay } from './open-play.ts';

/** Writes all that is known of a judged play as JSON. */
export async function writeAnalytics({ replay, play, pp, ppAlong }: OpenedPlay, file: string): Promise<void> {
  const judged = { pp, play: playAnalytics(play, ppAlong) };
  await pipeline(Readable.from(analyticsJson(replay, judged)), createWriteStream(file));
}
