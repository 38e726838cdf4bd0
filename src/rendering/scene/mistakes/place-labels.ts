import type { Lifetime } from '../animation/timeline.ts';
import type { ScreenPoint, ScreenRect } from '../display-list/display-list.ts';

/** A label that needs a place beside a round object. */
export interface UnplacedLabel extends Lifetime {
  readonly centre: ScreenPoint;
  /** The radius around the centre that the label does not cover. */
  readonly reachPx: number;
  /** The direction that is occupied already, such as that of a line from the centre. */
  readonly away: ScreenPoint;
  readonly width: number;
  readonly height: number;
  /** The objects that the viewer looks at next. */
  readonly next: readonly ScreenRect[];
}

/** The frame that labels do not leave. */
export interface LabelFrame {
  readonly width: number;
  readonly height: number;
  readonly marginPx: number;
}

/** How many more rows a label can be moved away from its object to make room. */
const maxSteps = 6;
/** To cover another label is worse than to cover an object that comes next, and both are worse than one row of distance. */
const cost = { label: 8, object: 1, step: 0.2 };

/**
 * Finds a place for each label, in order of time: beside its object, inside the frame, and, as far as possible, beside the
 * labels that are visible at the same time and the objects that come next.
 */
export function placeLabels(labels: readonly UnplacedLabel[], frame: LabelFrame): ScreenRect[] {
  const placed: ScreenRect[] = [];
  let firstVisible = 0;
  for (const [i, label] of labels.entries()) {
    while (firstVisible < i && labels[firstVisible]!.vanishes <= label.appears) firstVisible++;
    const others = placed.slice(firstVisible).filter((_, n) => labels[firstVisible + n]!.vanishes > label.appears);
    placed.push(bestPlace(label, others, frame));
  }
  return placed;
}

function bestPlace(label: UnplacedLabel, others: readonly ScreenRect[], frame: LabelFrame): ScreenRect {
  const area = label.width * label.height;
  const covered = (rect: ScreenRect, rects: readonly ScreenRect[]) =>
    rects.reduce((sum, other) => sum + overlap(rect, other), 0) / area;
  let best: { readonly rect: ScreenRect; readonly costs: number } | null = null;
  for (const [i, place] of places(label).entries()) {
    const rect = moveInside(place, frame);
    const steps = Math.floor(i / sideCount);
    const costs = cost.label * covered(rect, others) + cost.object * covered(rect, label.next) + cost.step * steps;
    if (best === null || costs < best.costs) best = { rect, costs };
  }
  return best!.rect;
}

const sideCount = 4;

/** The places beside a label's object, best first: opposite to the line, then around it, then further away. */
function places({ centre: { x, y }, reachPx, away, width, height }: UnplacedLabel): ScreenRect[] {
  const right = { left: x + reachPx, top: y - height / 2, dx: 1, dy: 0 };
  const left = { left: x - reachPx - width, top: y - height / 2, dx: -1, dy: 0 };
  const below = { left: x - width / 2, top: y + reachPx, dx: 0, dy: 1 };
  const above = { left: x - width / 2, top: y - reachPx - height, dx: 0, dy: -1 };
  const sides = [right, left, below, above].sort((a, b) => facing(a, away) - facing(b, away));
  const result: ScreenRect[] = [];
  for (let step = 0; step <= maxSteps; step++)
    for (const side of sides) {
      const offset = step * (height + 2);
      // Labels at the sides move down, the others away from the object.
      const top = side.top + (side.dy === 0 ? offset : side.dy * offset);
      result.push({ left: Math.round(side.left), top: Math.round(top), width, height });
    }
  return result;
}

function facing({ dx, dy }: { readonly dx: number; readonly dy: number }, away: ScreenPoint): number {
  return dx * away.x + dy * away.y;
}

/** Moves a rectangle into the frame. */
export function moveInside({ left, top, width, height }: ScreenRect, frame: LabelFrame): ScreenRect {
  const { marginPx } = frame;
  return {
    left: Math.max(marginPx, Math.min(left, frame.width - marginPx - width)),
    top: Math.max(marginPx, Math.min(top, frame.height - marginPx - height)),
    width,
    height,
  };
}

function overlap(a: ScreenRect, b: ScreenRect): number {
  const width = Math.min(a.left + a.width, b.left + b.width) - Math.max(a.left, b.left);
  const height = Math.min(a.top + a.height, b.top + b.height) - Math.max(a.top, b.top);
  return width > 0 && height > 0 ? width * height : 0;
}
