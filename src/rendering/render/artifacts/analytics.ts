import { createWriteStream } from 'node:fs';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { analyticsJson, playAnalytics } from '../../../game/analytics/index.ts';
import type { OpenedPlay } from '../../scene-loader/index.ts';
import type { FrameSchedule } from '../frame-schedule.ts';

/** Writes the analytics of a judged play as JSON. */
export async function writeAnalytics(
  opened: OpenedPlay,
  file: string,
  schedule?: Pick<FrameSchedule, 'start' | 'rate'>,
): Promise<void> {
  const { replay, play, pp, ppOverTime: ppAlong } = opened;
  const video = schedule && { starts_at: schedule.start, clock_rate: schedule.rate };
  const analytics = playAnalytics(play, { pp: ppAlong, strains: opened.strains() }, replay.frames);
  const judged = { pp, play: { ...analytics, ...(video && { video }) } };
  await pipeline(Readable.from(analyticsJson(replay, judged)), createWriteStream(file));
}
