import { parseBeatmap, prepareMap } from '../../game/beatmap/index.ts';
import { stableMods } from '../../game/mods/index.ts';
import { createRosuPp } from '../../game/pp/index.ts';
import { type Inspection, refusalOf, songTime, tally, warningFacts } from './inspection.ts';
import { storyboardFacts } from './storyboard.ts';

export function inspectBeatmap(bytes: Uint8Array): Inspection {
  const { beatmap, warnings } = parseBeatmap(bytes);
  const { general, metadata, difficulty, objects } = beatmap;
  const first = objects[0];
  const last = objects.at(-1);
  const stars = createRosuPp().stars({ osu: bytes, mods: stableMods(0) });
  return {
    facts: [
      ['beatmap', `${metadata.artist} - ${metadata.title} [${metadata.version}]`],
      ['creator', metadata.creator],
      ['ids', `map ${metadata.beatmapId}, set ${metadata.beatmapSetId}`],
      ['format', `v${beatmap.formatVersion}, mode ${general.mode}`],
      ['difficulty', `CS ${difficulty.cs}, AR ${difficulty.ar}, OD ${difficulty.od}, HP ${difficulty.hp}`],
      ['stars', stars === null ? 'not rated' : stars.toFixed(2)],
      [
        'objects',
        objects.length,
        objects.length === 0 ? [] : [['kinds', tally(objects.map(({ kind }) => `${kind}s`))]],
      ],
      ['song time', first && last ? `${songTime(first.time)} to ${songTime(last.time)}` : null],
      ['timing points', beatmap.timingPoints.length],
      ['breaks', beatmap.breaks.length],
      ['colours', beatmap.colours.combos.length],
      ['audio', general.audioFilename || 'none'],
      ['background', beatmap.background ?? 'none'],
      ['video', beatmap.video?.file ?? null],
      ['storyboard', null, storyboardFacts(beatmap.storyboard)],
      ['warnings', warnings.length, warningFacts(warnings)],
    ],
    refusal: refusalOf(() => prepareMap(beatmap, stableMods(0))),
  };
}
