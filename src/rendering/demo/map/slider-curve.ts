import type { OsuPoint } from '../../../game/units.ts';

/** The slider shapes, in rotation: an arc, a wave, a straight line, a corner, a Catmull curve. */
const shapes = [arc, wave, straight, corner, swerve] as const;

const margin = 34;

/**
 * A slider's curve in the file format (`P|x:y|x:y`): from a point towards another, slightly longer than its length,
 * which limits it.
 */
export function curveText(from: OsuPoint, towards: OsuPoint, { length, index }: { length: number; index: number }) {
  const angle = insideAngle(from, Math.atan2(towards.y - from.y, towards.x - from.x), length);
  const bend = index % 2 === 0 ? 1 : -1;
  const at = (along: number, aside: number): string => {
    const [x, y] = [along * length, aside * length * bend];
    const px = from.x + x * Math.cos(angle) - y * Math.sin(angle);
    const py = from.y + x * Math.sin(angle) + y * Math.cos(angle);
    return `${Math.round(px)}:${Math.round(py)}`;
  };
  return shapes[index % shapes.length]!(at);
}

type Place = (along: number, aside: number) => string;

function arc(at: Place): string {
  return `P|${at(0.46, 0.24)}|${at(0.94, 0)}`;
}

function wave(at: Place): string {
  return `B|${at(0.3, 0.42)}|${at(0.64, -0.42)}|${at(0.97, 0)}`;
}

function straight(at: Place): string {
  return `L|${at(1.04, 0)}`;
}

/** A repeated point is a corner between two curves. */
function corner(at: Place): string {
  return `B|${at(0.22, 0.24)}|${at(0.5, 0.2)}|${at(0.5, 0.2)}|${at(0.78, 0.16)}|${at(1.02, -0.12)}`;
}

function swerve(at: Place): string {
  return `C|${at(0, 0)}|${at(0.35, 0.16)}|${at(0.7, -0.02)}|${at(1.03, 0.08)}`;
}

/** The nearest direction in which a slider of this length ends inside the playfield. */
function insideAngle(from: OsuPoint, wanted: number, length: number): number {
  for (let step = 0; step <= 12; step++) {
    for (const side of [1, -1]) {
      const angle = wanted + (side * step * Math.PI) / 12;
      const x = from.x + Math.cos(angle) * length;
      const y = from.y + Math.sin(angle) * length;
      if (x >= margin && x <= 512 - margin && y >= margin && y <= 384 - margin) return angle;
    }
  }
  return Math.atan2(192 - from.y, 256 - from.x);
}
