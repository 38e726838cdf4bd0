import { barsOf, beatMs, beatsPerBar, melody, type Note, partOf } from '../arrangement.ts';
import { curveText } from './slider-curve.ts';
import { placeAtBeat } from './way.ts';

export const sliderMultiplier = 1.6;

/** Sliders of the chorus are faster by this. */
export const chorusVelocity = 1.25;

const types = { circle: 1, slider: 2, newCombo: 4, spinner: 8 } as const;
const sounds = { none: 0, whistle: 2, finish: 4, clap: 8 } as const;

/** The lines of [HitObjects]: a note of a beat or more is a slider, a shorter one a circle. */
export function objectLines(): string[] {
  const notes = melody.map((note, index) => ({ note, line: noteLine(note, index) }));
  const spinners = barsOf('spin').map(({ first, count }) => spinnerLine(first, count));
  const beforeSpin = notes.filter(({ note }) => note.bar < barsOf('spin')[0]!.first).map(({ line }) => line);
  const afterSpin = notes.filter(({ note }) => note.bar > barsOf('spin')[0]!.first).map(({ line }) => line);
  return [...beforeSpin, ...spinners, ...afterSpin];
}

function noteLine(note: Note, index: number): string {
  // A cluster lies where its first note does.
  const beat = note.cluster ? Math.floor(note.beat) : note.beat;
  const { x, y } = placeAtBeat(beat);
  const time = note.beat * beatMs;
  const combo = startsCombo(note, index) ? types.newCombo : 0;
  if (note.length < 1) return `${x},${y},${time},${types.circle | combo},${soundAt(note.beat)},0:0:0:0:`;

  const { slides, beats } = slidesOf(note);
  const velocity = 100 * sliderMultiplier * (partOf(note.bar) === 'chorus' ? chorusVelocity : 1);
  const length = velocity * beats;
  const next = melody[index + 1];
  const curve = curveText({ x, y }, placeAtBeat(next?.beat ?? note.beat + 1), { length, index });
  const edges = Array.from({ length: slides + 1 }, (_, edge) => soundAt(note.beat + edge * beats));
  const sets = edges.map(() => '0:0').join('|');
  // Long notes sing: the whistle of the slider itself goes on for as long as it is followed.
  const sound = note.length >= 1.5 ? sounds.whistle : sounds.none;
  return `${x},${y},${time},${types.slider | combo},${sound},${curve},${slides},${length},${edges.join('|')},${sets},0:0:0:0:`;
}

/** How often the ball goes along, and for how many beats each time; half a beat before the next note is left free. */
function slidesOf({ length, bar, beat }: Note): { slides: number; beats: number } {
  if (length === 4) return { slides: 3, beats: 1 };
  if (length === 2 && beat % beatsPerBar !== 0) return { slides: 3, beats: 0.5 };
  // Every other bar's last note goes there and back.
  if (length === 1 && beat % beatsPerBar === 3 && bar % 2 === 1) return { slides: 2, beats: 0.25 };
  return { slides: 1, beats: length - 0.5 };
}

/** A combo a bar, two in bars full of notes. */
function startsCombo({ bar, beat }: Note, index: number): boolean {
  const before = melody[index - 1];
  const half = beatsPerBar / 2;
  if (before === undefined || before.bar !== bar) return true;
  return partOf(bar) === 'chorus' && before.beat % beatsPerBar < half && beat % beatsPerBar >= half;
}

/** The drums of the song: claps with the snare, a cymbal where a part begins. */
function soundAt(beat: number): number {
  const inBar = beat % beatsPerBar;
  const bar = Math.floor(beat / beatsPerBar);
  const opens = [...barsOf('verse'), ...barsOf('pause'), ...barsOf('chorus'), ...barsOf('ending')];
  if (inBar === 0 && opens.some(({ first }) => first === bar)) return sounds.finish;
  if (inBar === 1 || inBar === 3) return sounds.clap;
  return inBar === 0 ? sounds.whistle : sounds.none;
}

function spinnerLine(firstBar: number, barCount: number): string {
  const start = firstBar * beatsPerBar * beatMs;
  const end = start + (barCount * beatsPerBar - 0.5) * beatMs;
  return `256,192,${start},${types.spinner | types.newCombo},${sounds.finish},${end},0:0:0:0:`;
}
