import { barsOf, beatMs, beatsPerBar, type Section } from '../arrangement.ts';
import { chorusVelocity, objectLines, sliderMultiplier } from './objects.ts';

/** The names of the files in the demo's archive. */
export const files = {
  beatmap: 'Reprise - Once More (Reprise) [Encore].osu',
  song: 'song.ogg',
  background: 'background.jpg',
};

/** The preempt of the approach rate: a break ends when the next object appears. */
const preemptMs = 600;

/** The demo map as a file of format 14. */
export function demoBeatmap(): Uint8Array {
  return new TextEncoder().encode(`osu file format v14

[General]
AudioFilename: ${files.song}
AudioLeadIn: 0
PreviewTime: ${startOf('chorus')}
Countdown: 0
SampleSet: Soft
StackLeniency: 0.7
Mode: 0
LetterboxInBreaks: 0
WidescreenStoryboard: 1

[Metadata]
Title:Once More
TitleUnicode:もういちど
Artist:Reprise
ArtistUnicode:Reprise
Creator:Reprise
Version:Encore
Source:
Tags:demo original generated
BeatmapID:0
BeatmapSetID:-1

[Difficulty]
HPDrainRate:5
CircleSize:4
OverallDifficulty:8
ApproachRate:9
SliderMultiplier:${sliderMultiplier}
SliderTickRate:2

[Events]
0,0,"${files.background}",0,0
2,${breakTimes().join(',')}

[TimingPoints]
${timingLines().join('\n')}

[Colours]
Combo1 : 255,138,76
Combo2 : 64,196,255
Combo3 : 255,92,138
Combo4 : 94,222,150

[HitObjects]
${objectLines().join('\n')}
`);
}

const sets = { soft: 2, normal: 1, drum: 3 } as const;

/** One tempo for the whole song; sections differ in samples, volume, slider velocity and kiai. */
function timingLines(): string[] {
  const [first, second] = barsOf('chorus').map(({ first }) => first * beatsPerBar * beatMs);
  const point = (time: number, velocity: number, set: keyof typeof sets, volume: number, kiai: 0 | 1) =>
    `${time},${-100 / velocity},${beatsPerBar},${sets[set]},0,${volume},0,${kiai}`;
  return [
    `0,${beatMs},${beatsPerBar},${sets.soft},0,60,1,0`,
    point(startOf('verse'), 1, 'normal', 65, 0),
    point(startOf('pause'), 1, 'soft', 60, 0),
    point(first!, chorusVelocity, 'normal', 75, 1),
    point(startOf('spin'), 1, 'drum', 70, 0),
    point(second!, chorusVelocity, 'drum', 75, 1),
    point(startOf('ending'), 1, 'soft', 60, 0),
  ];
}

function startOf(part: Section): number {
  return barsOf(part)[0]!.first * beatsPerBar * beatMs;
}

/** The break lasts from shortly after the pause's first note until the chorus. */
function breakTimes(): [number, number] {
  return [startOf('pause') + beatMs, startOf('chorus') - preemptMs];
}
