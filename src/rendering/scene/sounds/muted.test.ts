import { describe, expect, test } from 'vitest';
import { buildScene } from '../../../../test/support/scene/build-scene.ts';
import { lazerMods } from '../../../game/mods/index.ts';
import type { LazerMod } from '../../../game/replay/index.ts';
import { songVolumeAt, soundsOf } from '../index.ts';

/** Ten circles, one per beat of 500 ms from 2,000 on; all but the last are hit in time. */
const times = Array.from({ length: 10 }, (_, i) => 2000 + i * 500);
const objects = times.map((time) => `256,192,${time},1,0`);
const frames = Array.from({ length: 1000 }, (_, i) => {
  const t = i * 10;
  const isHit = times.some((time) => time < 6500 && t >= time && t < time + 50);
  return [t, 256, 192, isHit ? 5 : 0] as const;
});

function tracksWith(settings: LazerMod['settings']) {
  return soundsOf(buildScene({ objects, frames, general, mods: lazerMods([{ acronym: 'MU', settings }]) }));
}

/** The circles lie on each other, so that the cursor need not move. */
const general = ['StackLeniency: 0'];

const outQuint = (x: number) => 1 + (x - 1) ** 5;

describe('the song of the Muted mod', () => {
  test('fades by the combo, within half a second and fast at first [LZ24]', () => {
    const track = tracksWith({ mute_combo_count: 20 });
    expect(songVolumeAt(track, 0)).toBe(1);
    expect(songVolumeAt(track, 2000)).toBe(1);
    for (const since of [20, 100, 240, 480]) {
      expect(songVolumeAt(track, 2000 + since)).toBeCloseTo(1 - (1 / 20) * outQuint(since / 500), 6);
      expect(songVolumeAt(track, 2500 + since)).toBeCloseTo(1 - (1 + outQuint(since / 500)) / 20, 6);
    }
    // Nine hits, then a miss.
    expect(songVolumeAt(track, 6450)).toBeCloseTo(1 - 9 / 20, 3);
    expect(songVolumeAt(track, 9000)).toBe(1);
  });

  test('is silent from the combo of the setting on, or always with 0', () => {
    expect(songVolumeAt(tracksWith({ mute_combo_count: 4 }), 5000)).toBe(0);
    const always = tracksWith({ mute_combo_count: 0 });
    expect([0, 2500, 9000].map((t) => songVolumeAt(always, t))).toEqual([0, 0, 0]);
  });

  test('starts muted and fades in with the setting, which needs a combo of at least 1', () => {
    const track = tracksWith({ inverse_muting: true, mute_combo_count: 0 });
    expect(songVolumeAt(track, 1990)).toBe(0);
    expect(songVolumeAt(track, 2500)).toBe(1);
  });

  test('is not changed by any other mod', () => {
    expect(soundsOf(buildScene({ objects, frames }))).not.toHaveProperty('songVolume');
  });
});

describe('the sounds of the Muted mod', () => {
  const volumes = (settings: LazerMod['settings'], file: string) =>
    tracksWith(settings)
      .events.filter(({ sound }) => sound.file === file)
      .map(({ time, volume }) => [time, Math.round(volume * 100) / 100]);

  test('hit sounds fade with the song, unless the setting says otherwise [LZ24]', () => {
    const muted = volumes({ mute_combo_count: 8 }, 'normal-hitnormal').map(([, volume]) => volume!);
    expect(muted[0]).toBe(0.8);
    expect(muted[4]).toBeCloseTo(0.4, 2);
    expect(muted[8]).toBe(0);
    const full = volumes({ mute_combo_count: 8, affects_hit_sounds: false }, 'normal-hitnormal');
    expect(new Set(full.map(([, volume]) => volume))).toEqual(new Set([0.8]));
  });

  test('a metronome fades in where the song fades out, from one measure before the first object [LZ24]', () => {
    const beats = tracksWith({ mute_combo_count: 0 }).events.filter(({ sound }) => sound.file === 'catch-banana');
    expect(beats.map(({ time }) => time)).toEqual(Array.from({ length: 13 }, (_, i) => i * 500));
    // The first beat of a measure has the sound's own pitch, the others are an octave lower.
    expect(beats.map(({ speed }) => speed)).toEqual(beats.map((_, i) => (i % 4 === 0 ? 1 : 0.5)));
    expect(volumes({ mute_combo_count: 4 }, 'catch-banana').slice(0, 4)).toEqual([
      [2500, 0.25],
      [3000, 0.5],
      [3500, 0.75],
      [4000, 1],
    ]);
    expect(volumes({ enable_metronome: false }, 'catch-banana')).toEqual([]);
  });
});
