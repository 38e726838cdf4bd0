import type { OsuPoint } from '../../../game/units.ts';
import { barCount, beatsPerBar, riffOf } from '../arrangement.ts';

/** How far the notes of a bar move around the playfield, in turns: fast notes need short distances, jumps long ones. */
const turns: Readonly<Partial<Record<ReturnType<typeof riffOf>, number>>> = {
  long: 0.75,
  climb: 0.9,
  walk: 0.85,
  skip: -0.95,
  call: 0.8,
  jump: 1.62,
  burst: -1.3,
  run: 0.55,
  hit: 0.4,
  hold: 0.3,
};

const turnsBefore = Array.from({ length: barCount + 1 }, (_, bar) => {
  let sum = 0;
  for (let earlier = 0; earlier < bar; earlier++) sum += turns[riffOf(earlier)] ?? 0.25;
  return sum;
});

/** The position of the melody at a beat: a continuous, slowly tilting loop around the playfield. */
export function positionAtBeat(beat: number): OsuPoint {
  const bar = Math.min(Math.floor(beat / beatsPerBar), barCount - 1);
  const share = beat / beatsPerBar - bar;
  const turn = turnsBefore[bar]! + (turnsBefore[bar + 1]! - turnsBefore[bar]!) * share;
  const angle = 2 * Math.PI * turn - Math.PI / 2;
  const lean = 0.35 * Math.sin(beat / 11);
  const reach = 1 + 0.16 * Math.sin(beat / 5);
  return {
    x: Math.round(256 + 162 * reach * Math.cos(angle)),
    y: Math.round(192 + 108 * reach * Math.sin(angle + lean)),
  };
}
