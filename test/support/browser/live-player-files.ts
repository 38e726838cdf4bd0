import { createCanvas } from '@napi-rs/canvas';
import { md5Hex } from '../../../src/game/md5.ts';
import { writeReplay } from '../../../src/game/replay/index.ts';
import { mapBytes } from '../beatmaps/map-text.ts';
import { linearGamma, rotatedExif, withJpegSegment, withPngChunk } from '../files/picture-metadata.ts';
import { makeZip } from '../files/zip.ts';
import { plainPng } from '../rendering/test-render.ts';
import { moving } from '../replays/build-play.ts';
import { buildFrames, buildReplay } from '../replays/build-replay.ts';
import { waveFile } from '../video/test-sound.ts';

// A replay with everything that moves and sounds: a circle, a followed slider, a spinner and a song.

const osu = mapBytes({
  general: ['AudioFilename: song.wav'],
  events: ['0,0,"picture.jpg",0,0'],
  objects: ['256,192,1000,1,0', '100,192,2000,2,0,L|400:192,1,300', '256,192,5000,12,0,7500', '300,300,9000,1,0'],
});

export const liveMd5 = md5Hex(osu);

export const liveReplay = Uint8Array.from(
  writeReplay(
    buildReplay({
      frames: buildFrames([
        [0, 256, 192, 0],
        ...moving(990, 1020, 10, (t) => [256, 192, t >= 1000 ? 1 : 0]),
        ...moving(1900, 3600, 16, (t) => [
          100 + (300 * Math.min(Math.max(t - 2000, 0), 1500)) / 1500,
          192,
          t >= 2000 ? 1 : 0,
        ]),
        ...moving(5000, 7500, 16, (t) => [256 + 100 * Math.cos(t / 30), 192 + 100 * Math.sin(t / 30), 1]),
        ...moving(8900, 9020, 10, (t) => [300, 300, t >= 9000 ? 1 : 0]),
      ]),
      header: { beatmapMd5: liveMd5, modBits: 0, player: 'Player' },
    }),
  ),
);

export const liveFiles: Readonly<Record<string, Uint8Array>> = {
  'map.osu': osu,
  'picture.jpg': photograph(),
  'song.wav': waveFile({ rate: 22_050, channels: 1, frames: 22_050 * 12 }, (frame) => 0.3 * Math.sin(frame * 0.06)),
};

export const liveSet = setOf(liveFiles);

/** The same set with a background picture larger than the screen. */
export const largePictureSet = setOf({ ...liveFiles, 'picture.jpg': photograph(2.7) });

/** Hit circles in a colour that appears nowhere else. */
const greenSkinFiles: Readonly<Record<string, Uint8Array>> = {
  'skin.ini': new TextEncoder().encode('[General]\nName: Green\nVersion: 2.5\n'),
  'hitcircle.png': plainPng('#00ff00', { width: 128, height: 128 }),
  'hitcircleoverlay.png': plainPng('#00ff00', { width: 128, height: 128 }),
};

export const greenSkin = setOf(greenSkinFiles);

/** Translucent pictures with soft edges, and a JPEG with the file extension of a PNG. */
export const softSkin = setOf({
  'skin.ini': new TextEncoder().encode('[General]\nName: Soft\nVersion: 2.5\n'),
  'hitcircle@2x.png': glow(256),
  'hitcircleoverlay.png': glow(128),
  'approachcircle.png': glow(126),
  'cursor.png': withPngChunk(glow(80), 'gAMA', linearGamma),
  'cursortrail.png': glow(40),
  'spinner-circle.png': withJpegSegment(photograph(), 0xe1, rotatedExif),
});

/** Pictures and sounds are stored: real ones hardly get smaller, and the page takes longer to inflate them. */
export function setOf(files: Readonly<Record<string, Uint8Array>>): Uint8Array {
  return makeZip(
    Object.entries(files).map(([name, data]) => ({
      name,
      data,
      method: /\.(osu|ini)$/.test(name) ? 'deflate' : 'store',
    })),
  );
}

function glow(side: number): Uint8Array {
  const canvas = createCanvas(side, side);
  const context = canvas.getContext('2d');
  const light = context.createRadialGradient(side / 2, side / 2, 0, side / 2, side / 2, side / 2);
  light.addColorStop(0, 'rgb(255 240 200 / 90%)');
  light.addColorStop(0.7, 'rgb(120 200 255 / 40%)');
  light.addColorStop(1, 'rgb(10 80 255 / 0%)');
  context.fillStyle = light;
  context.fillRect(0, 0, side, side);
  return canvas.toBuffer('image/png');
}

/** A picture with gradients and hard edges, and another aspect ratio than the screen. */
function photograph(scale = 1): Uint8Array {
  const canvas = createCanvas(1000 * scale, 700 * scale);
  const context = canvas.getContext('2d');
  context.scale(scale, scale);
  const sky = context.createLinearGradient(0, 0, 1000, 700);
  sky.addColorStop(0, '#ff8040');
  sky.addColorStop(0.5, '#4060c0');
  sky.addColorStop(1, '#20c080');
  context.fillStyle = sky;
  context.fillRect(0, 0, 1000, 700);
  for (let i = 0; i < 40; i++) {
    context.fillStyle = `hsl(${i * 37} 80% 60%)`;
    context.fillRect((i * 137) % 960, (i * 89) % 660, 25 + (i % 7) * 9, 20 + (i % 5) * 11);
  }
  return canvas.toBuffer('image/jpeg', 90);
}
