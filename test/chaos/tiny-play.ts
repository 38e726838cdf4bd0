import { md5Hex } from '../../src/game/md5.ts';
import { writeReplay } from '../../src/game/replay/index.ts';
import { mapBytes } from '../support/beatmaps/map-text.ts';
import { makeZip } from '../support/files/zip.ts';
import { modBit } from '../support/replays/build-play.ts';
import { buildFrames, buildReplay } from '../support/replays/build-replay.ts';

const map = mapBytes({
  general: ['AudioFilename: none.mp3'],
  difficulty: ['ApproachRate:10', 'OverallDifficulty:10'],
  objects: ['256,192,100,1,0'],
});

/** A beatmap set with one circle, for the library. */
export const tinySet = makeZip([{ name: 'map.osu', data: map }]);

/** A replay that misses the circle. The player's name makes it unique. */
export function tinyReplay(player: string): Uint8Array<ArrayBuffer> {
  const replay = buildReplay({
    frames: buildFrames([
      [0, 256, 192, 0],
      [500, 100, 100, 0],
    ]),
    header: { beatmapMd5: md5Hex(map), modBits: modBit.DT, player },
  });
  return Uint8Array.from(writeReplay(replay));
}

const fieldsWith = (settings: Record<string, unknown>) => ({
  motion_blur: 'false',
  storyboard: 'false',
  settings: JSON.stringify({ clip_end: 0.65, fps: 30, ...settings }),
});

/** Settings for a very short video: it begins one second before the circle appears and ends soon after the miss. */
export const tinyFields = fieldsWith({ resolution: '480p' });

/**
 * The same video, but so large that its render needs more than 256 MB of memory, even with one encoder thread: to keep to a
 * target size, x264 looks ahead.
 */
export const hugeFields = fieldsWith({ resolution: '4k', target_size_mb: 100 });

/** The frames of its video: 2.5 seconds of the song with Double Time, at 1.5 times the speed. */
export const tinyFrames = 50;

/** The same at a quarter of the speed, which is long enough to be split into segments. */
export const slowFields = fieldsWith({ resolution: '480p', speed: 0.25 });
export const slowFrames = 4 * tinyFrames;
