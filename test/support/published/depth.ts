// A second implementation of lazer's Depth mod, from its published rules: a camera 200 in front of the playfield, and objects
// whose depth is summed up in small steps from their speed at each time instead of solved in closed form.

interface DepthObject {
  readonly start: number;
  readonly duration: number;
  readonly isSlider: boolean;
}

const camera = 200;
const stepMs = 0.25;

/** The scale of an object at a time; positions are scaled about the middle of the playfield. */
export function publishedDepthScale(object: DepthObject, preempt: number, maxDepth: number): (t: number) => number {
  const speedAt = speedOf(object, preempt, maxDepth);
  return (t) => {
    // At its start, every object is at depth 0; before and after, it has travelled by its speed.
    const from = Math.max(t, object.start - preempt);
    const count = Math.ceil(Math.abs(from - object.start) / stepMs);
    const step = count === 0 ? 0 : (from - object.start) / count;
    let depth = 0;
    for (let i = 0; i < count; i++) depth -= speedAt(object.start + (i + 0.5) * step) * step;
    return camera / Math.max(1, depth + camera);
  };
}

function speedOf({ start, duration, isSlider }: DepthObject, preempt: number, maxDepth: number): (t: number) => number {
  const base = maxDepth / preempt;
  // The depth at which something is 1.5 times as large.
  const closest = camera / 1.5 - camera;
  if (!isSlider || -duration * base > closest) return () => base;
  const slow = Math.min(-closest / (duration + 500), base);
  const braking = preempt * 0.2;
  return (t) => {
    if (t < start - braking) return base;
    if (t < start) return base + ((slow - base) * (t - (start - braking))) / braking;
    return t < start + duration + 500 ? slow : 0;
  };
}
