import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { ballAt, parseBeatmap, prepareMap } from '../../../src/game/beatmap/index.ts';
import { stableMods } from '../../../src/game/mods/index.ts';
import { syntheticMap } from '../../support/beatmaps/synthetic-map.ts';
import { fuzz, fuzzCases } from '../../support/files/fuzz.ts';
import { sharedData } from '../../support/files/shared-data.ts';

/** `npm run fuzz` runs more cases and needs more time. */
const timeLimitMs = 300_000 * Math.max(1, fuzzCases / 2000);

/** Every type of object, curve and event in few lines, so that each mutation affects something. */
const dense = new TextEncoder().encode(`osu file format v128
[General]
StackLeniency: 0.7
Mode: 0
[Difficulty]
CircleSize:4
SliderMultiplier:1.4
SliderTickRate:2
[Events]
0,0,"bg.jpg",0,0
2,3000,4000
Sprite,Pass,Centre,"a.png",320,240
 L,0,10
  F,0,0,100,0,1
[TimingPoints]
0,300,4,2,1,60,1,0
1000,-50,4,2,1,60,0,1
2000,NaN,4,2,1,60,0,0
[Colours]
Combo1 : 255,0,0
[HitObjects]
100,100,100,5,0,0:0:0:0:
100,100,200,1,0,0:0:0:0:
10,10,500,2,0,B|50:90|50:90|120:20|200:30,3,250,2|0|4|8,1:2|0:0|3:1|0:0,0:0:0:0:
10,10,1500,6,0,P|60:40|110:10,2,140
200,30,2500,2,0,C|60:40|110:10|90:90,1,300
300,30,2800,2,0,L|310:200|310:200,4,180
10,10,4500,2,0,B3|60:40|110:10|90:90|200:20|P|220:60|260:20|L|300:300,2,400
256,192,6000,12,0,8000,0:0:0:0:
`);

test('mutated maps are parsed and prepared or refused, quickly and in little memory', {
  timeout: timeLimitMs,
}, async () => {
  let readings = 0;
  const report = await fuzz({
    samples: [dense, syntheticMap(200), ...realMaps()],
    read(bytes) {
      const { beatmap } = parseBeatmap(bytes);
      const rules = readings++ % 2 === 0 ? 'stable' : 'lazer';
      const mirror = { horizontally: false, vertically: readings % 3 === 0 };
      const map = prepareMap(beatmap, { ...stableMods(0), rules, difficulty: { kind: 'hard-rock' }, mirror });
      for (const object of map.objects) {
        requireFinite(object.at.x + object.at.y + object.startTime + object.endTime);
        if (object.kind !== 'slider') continue;
        const ball = ballAt(object, (object.startTime + object.endTime) / 2);
        requireFinite(ball.x + ball.y);
      }
    },
  });
  console.log(JSON.stringify(report));
  expect(report.slowestMs).toBeLessThan(1000);
  expect(report.memoryMb).toBeLessThan(256);
  expect(report.accepted).toBeGreaterThan(report.cases / 2);
  expect(report.refused).toBeGreaterThan(0);
});

function requireFinite(sum: number): void {
  if (!Number.isFinite(sum)) throw new Error('A place or time is no number.');
}

/** Small real maps, because each case takes only milliseconds. */
function realMaps(): Uint8Array[] {
  if (sharedData === null) {
    console.log('No shared data: only maps made here are mutated.');
    return [];
  }
  return readdirSync(sharedData, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.name.endsWith('.osu'))
    .map((entry) => join(entry.parentPath, entry.name))
    .sort()
    .filter((path) => statSync(path).size < 25_000)
    .map((path) => new Uint8Array(readFileSync(path)));
}
