import type { Show } from '../show.ts';
import { type Hit, samplesAt } from './samples.ts';
import { sliderHits } from './slider-sounds.ts';
import { spinnerHits } from './spinner-sounds.ts';

/** Everything that was hit, in the order of the map's objects. */
export function hitsOf(show: Pick<Show, 'play' | 'mods'>): Hit[] {
  return show.play.map.objects.flatMap((object, i) => {
    const play = show.play.objects[i];
    if (object.kind === 'circle' && play?.kind === 'circle') {
      if (play.judgedAt === null || play.result === 'miss') return [];
      const { hitSound: sounds, sample } = object.source;
      const samples = samplesAt(show, sample, object.startTime);
      return [{ time: play.judgedAt, x: object.at.x, sounds, samples, filename: sample.filename }];
    }
    if (object.kind === 'slider' && play?.kind === 'slider') return sliderHits(show, object, play);
    return object.kind === 'spinner' && play?.kind === 'spinner' ? spinnerHits(show, object, play) : [];
  });
}
