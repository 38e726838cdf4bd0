import { barsOf, beatMs, beatsPerBar, melody, type Note, sectionOf } from '../arrangement.ts';
import { positionAtBeat } from './position-at-beat.ts';
import { curveText } from './slider-curve.ts';

export const sliderMultiplier = 1.6;

/** The slider velocity factor of the chorus. */
export const chorusVelocity = 1.25;

const types = { circle: 1, slider: 2, newCombo: 4, spinner: 8 } as const;
const sounds = { none: 0, whistle: 2, finish: 4, clap: 8 } as const;

/** The lines of [HitObjects]: a note of at least one beat is a slider, a shorter one a circle. */
export function objectLines(): string[] {
  const notes = melody.map((note, index) => ({ note, line: noteLine(note, index) }));
  const spinners = barsOf('spin').map(({ first, count }) => spinnerLine(first, count));
  const beforeSpin = notes.filter(({ note }) => note.bar < barsOf('spin')[0]!.first).map(({ line }) => line);
  const afterSpin = notes.filter(({ note }) => note.bar > barsOf('spin')[0]!.first).map(({ line }) => line);
  return [...beforeSpin, ...spinners, ...afterSpin];
}

function noteLine(note: Note, index: number): string {
  // All notes of a cluster are at the position of the first.
  const beat = note.cluster ? Math.floor(note.beat) : note.beat;
  const { x, y } = positionAtBeat(beat);
  const time = note.beat * beatMs;
  const combo = startsCombo(note, index) ? types.newCombo : 0;
  if (note.length < 1) return `${x},${y},${time},${types.circle | combo},${soundAt(note.beat)},0:0:0:0:`;

  const { slides, beats } = slidesOf(note);
  const velocity = 100 * sliderMultiplier * (sectionOf(note.bar) === 'chorus' ? chorusVelocity : 1);
  const length = velocity * beats;
  const next = melody[index + 1];
  const curve = curveText({ x, y }, positionAtBeat(next?.beat ?? note.beat + 1), { length, index });
  const edges = Array.from({ length: slides + 1 }, (_, edge) => soundAt(note.beat + edge * beats));
  const sets = edges.map(() => '0:0').join('|');
  // Long notes have a whistle, which sounds while the slider is followed.
  const sound = note.length >= 1.5 ? sounds.whistle : sounds.none;
  return `${x},${y},${time},${types.slider | combo},${sound},${curve},${slides},${length},${edges.join('|')},${sets},0:0:0:0:`;
}

/** The number of spans and the beats of each; half a beat before the next note stays free. */
function slidesOf({ length, bar, beat }: Note): { slides: number; beats: number } {
  if (length === 4) return { slides: 3, beats: 1 };
  if (length === 2 && beat % beatsPerBar !== 0) return { slides: 3, beats: 0.5 };
  // The last note of every second bar has a repeat.
  if (length === 1 && beat % beatsPerBar === 3 && bar % 2 === 1) return { slides: 2, beats: 0.25 };
  return { slides: 1, beats: length - 0.5 };
}

/** One combo per bar, two in bars with many notes. */
function startsCombo({ bar, beat }: Note, index: number): boolean {
  const before = melody[index - 1];
  const half = beatsPerBar / 2;
  if (before === undefined || before.bar !== bar) return true;
  return sectionOf(bar) === 'chorus' && before.beat % beatsPerBar < half && beat % beatsPerBar >= half;
}

/** Hit sounds that follow the drums: claps with the snare, a finish where a section begins. */
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
