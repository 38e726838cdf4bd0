import { md5Hex } from '../../src/game/md5.ts';
import { writeReplay } from '../../src/game/replay/index.ts';
import { buildFrames, buildReplay } from '../support/build-replay.ts';
import { mapBytes } from '../support/map-text.ts';
import { modBit } from '../support/plays.ts';
import { makeZip } from '../support/zip.ts';

const map = mapBytes({
  general: ['AudioFilename: none.mp3'],
  difficulty: ['ApproachRate:10', 'OverallDifficulty:10'],
  objects: ['256,192,100,1,0'],
});

/** A set with one circle, under its name in the library. */
export const tinySet = makeZip([{ name: 'map.osu', data: map }]);

/** One circle, missed. Each is its own. */
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

/** The quickest way to a video: it begins one second before the circle appears, and ends soon after it was missed. */
export const tinyFields = {
  motion_blur: 'false',
  storyboard: 'false',
  settings: JSON.stringify({ clip_end: 0.65 }),
};

/** Of its video: 2.5 seconds of the song at double time, which is half as fast again. */
export const tinyFrames = 100;

/** The same four times as slow, which is long enough to be made in parts. */
export const slowFields = { ...tinyFields, settings: JSON.stringify({ clip_end: 0.65, speed: 0.25 }) };
export const slowFrames = 4 * tinyFrames;
