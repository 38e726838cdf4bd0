import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { activeCommandAt, isSwitchOnAt, parseStoryboard, valueAt } from '../../../src/game/storyboard/index.ts';
import { fuzz, fuzzCases } from '../../support/files/fuzz.ts';
import { sharedData } from '../../support/files/shared-data.ts';

/** `npm run fuzz` runs more cases and needs more time. */
const timeLimitMs = 300_000 * Math.max(1, fuzzCases / 2000);

/** Every type of object and command in few lines, so that each mutation affects something. */
const dense = new TextEncoder().encode(`[Variables]
$white=255,255,255
$w=0.5
[Events]
Video,-100,"v.avi",0,0
 F,0,0,500,0,1
Sprite,Background,Centre,"sb\\a.png",320,240
 F,1,0,100,0,1,$w,1
 M,3,0,200,0,0,640,480
 MX,0,300,400,1,2
 MY,0,300,400,1,2
 S,6,0,,$w
 V,7,0,100,1,1,2,2
 R,33,0,100,0,3.14
 C,0,0,100,$white,0,0,0
 P,0,0,,A
 P,0,50,80,H
 L,1000,20
  F,0,0,100,0,1
  MX,24,50,150,0,100
 T,HitSoundDrumFinish,0,1000,1
  S,0,0,300,1,2
4,3,9,"b.png",0,0
_F,0,0,,1
Animation,Overlay,TopLeft,"c.png",1,2,10,50,LoopOnce
__F,0,0,100,1
Sample,500,Pass,"d.wav",60
`);

test('mutated storyboards are parsed or refused, quickly and in little memory', { timeout: timeLimitMs }, async () => {
  const report = await fuzz({ samples: [dense, ...realStoryboards()], read: readAndLookUp });
  console.log(JSON.stringify(report));
  expect(report.slowestMs).toBeLessThan(1000);
  expect(report.memoryMb).toBeLessThan(256);
  expect(report.accepted).toBeGreaterThan(report.cases / 2);
});

function readAndLookUp(bytes: Uint8Array): void {
  const { sprites, videos } = parseStoryboard(bytes).storyboard;
  for (const { timeline } of [...sprites, ...videos]) {
    const t = timeline.lifetime === null ? 0 : (timeline.lifetime.start + timeline.lifetime.end) / 2;
    for (const track of Object.values(timeline.tracks)) {
      for (const rules of ['stable', 'lazer'] as const) {
        if (Number.isNaN(valueAt(track, { t, rules }, 1))) throw new Error('A value is no number.');
        const started = activeCommandAt(track, { t, rules });
        if (started !== null) isSwitchOnAt(started, t);
      }
    }
  }
}

function realStoryboards(): Uint8Array[] {
  if (sharedData === null) {
    console.log('No shared data: only a storyboard made here is mutated.');
    return [];
  }
  return readdirSync(sharedData, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.name.endsWith('.osb'))
    .map((entry) => join(entry.parentPath, entry.name))
    .sort()
    .filter((path) => statSync(path).size < 50_000)
    .map((path) => new Uint8Array(readFileSync(path)));
}
