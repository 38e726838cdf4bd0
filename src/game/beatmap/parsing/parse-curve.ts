import { clamp } from '../../arithmetic.ts';
import { integerOr, parseNumber } from '../../text-format/fields.ts';
import type { OsuPoint } from '../../units.ts';
import type { CurveSegment } from '../beatmap.ts';

/**
 * Parses the curve field of a slider, `B|x:y|x:y`; null if a point is malformed. Lazer writes several types in one field:
 * the first point after a type letter ends the segment before it and starts the next one.
 */
export function parseCurve(field: string, head: OsuPoint, point: (text: string) => OsuPoint | null) {
  const segments: ParsedSegment[] = [];
  let current: ParsedSegment | null = null;
  let before: ParsedSegment | null = null;
  for (const token of field.split('|')) {
    const type = token.trim();
    const isType = /^[A-Za-z]/.test(type);
    if (isType || current === null) {
      before = current;
      current = { type: isType ? type : '', points: before === null ? [head] : [] };
      segments.push(current);
    }
    if (isType) continue;
    const next = point(token);
    if (next === null) return null;
    if (current.points.length === 0) before?.points.push(next);
    current.points.push(next);
  }
  return segments.map(toCurveSegment).filter((segment) => segment.points.length > 0);
}

interface ParsedSegment {
  readonly type: string;
  readonly points: OsuPoint[];
}

function toCurveSegment({ type, points }: ParsedSegment, index: number): CurveSegment {
  // A first point equal to the head is dropped: an arc would otherwise have four points instead of three.
  const [head, first] = points;
  const repeatsHead = index === 0 && points.length > 2 && head?.x === first?.x && head?.y === first?.y;
  return { ...parseCurveType(type), points: repeatsHead ? points.slice(1) : points };
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

/** Parses `x:y`; null if it is not a point. */
export function parsePoint(text: string): OsuPoint | null {
  const colon = text.indexOf(':');
  if (colon < 0) return null;
  const x = parseNumber(text.slice(0, colon));
  const y = parseNumber(text.slice(colon + 1));
  return Number.isNaN(x + y) ? null : { x, y };
}
