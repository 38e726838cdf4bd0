import type { SceneInput } from '../scene-input.ts';
import { type Hit, samplesAt } from './samples.ts';
import { sliderHits } from './slider-sounds.ts';
import { spinnerHits } from './spinner-sounds.ts';

/** All hits that make a sound, in the order of the map's objects. */
export function hitsOf(scene: Pick<SceneInput, 'play' | 'mods'>): Hit[] {
  return scene.play.map.objects.flatMap((object, i) => {
    const play = scene.play.objects[i];
    if (object.kind === 'circle' && play?.kind === 'circle') {
      if (play.judgedAt === null || play.result === 'miss') return [];
      const { hitSound: sounds, sample } = object.source;
      const samples = samplesAt(scene, sample, object.startTime);
      return [{ time: play.judgedAt, x: object.at.x, sounds, samples, filename: sample.filename }];
    }
    if (object.kind === 'slider' && play?.kind === 'slider') return sliderHits(scene, object, play);
    return object.kind === 'spinner' && play?.kind === 'spinner' ? spinnerHits(scene, object, play) : [];
  });
}
