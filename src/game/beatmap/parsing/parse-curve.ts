import { clamp, integerOr, parseNumber } from '../../text-format/fields.ts';
import type { OsuPoint } from '../../units.ts';
import type { CurveSegment } from '../beatmap.ts';

/**
 * The curve field of a slider, `B|x:y|x:y`; null when a point cannot be read. Lazer writes several types in one field: the first
 * point behind a type letter ends the segment before it and starts its own.
 */
export function parseCurve(field: string, head: OsuPoint, point: (text: string) => OsuPoint | null) {
  const segments: { type: string; points: OsuPoint[] }[] = [];
  for (const token of field.split('|')) {
    const letter = token.trim();
    if (/^[A-Za-z]/.test(letter)) {
      segments.push({ type: letter, points: segments.length === 0 ? [head] : [] });
      continue;
    }
    if (segments.length === 0) segments.push({ type: '', points: [head] });
    const next = point(token);
    if (next === null) return null;
    const points = segments.at(-1)!.points;
    if (points.length === 0) segments.at(-2)!.points.push(next);
    points.push(next);
  }
  return segments.map(toCurveSegment).filter((segment) => segment.points.length > 0);
}

function toCurveSegment({ type, points }: { type: string; points: OsuPoint[] }, index: number): CurveSegment {
  // A first point on top of the head says nothing, but would make four points of an arc's three.
  const [head, first] = points;
  const doubled = index === 0 && points.length > 2 && head!.x === first!.x && head!.y === first!.y;
  return { ...parseCurveType(type), points: doubled ? points.slice(1) : points };
}

function parseCurveType(type: string): Pick<CurveSegment, 'type' | 'degree'> {
  switch (type[0]) {
    case 'L':
      return { type: 'linear', degree: null };
    case 'B': {
      const degree = integerOr(type.slice(1), 0);
      return { type: 'bezier', degree: degree > 0 ? clamp(degree, 1, 64) : null };
    }
    case 'P':
      return { type: 'perfect', degree: null };
    default:
      return { type: 'catmull', degree: null };
  }
}

/** `x:y`, whole numbers unless the format has fractions; null when it is no point. */
export function parsePoint(text: string): OsuPoint | null {
  const colon = text.indexOf(':');
  if (colon < 0) return null;
  const x = parseNumber(text.slice(0, colon));
  const y = parseNumber(text.slice(colon + 1));
  return Number.isNaN(x + y) ? null : { x, y };
}
