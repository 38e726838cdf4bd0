import { clamp } from '../arithmetic.ts';
import { finiteOr, truncatedOr } from '../text-format/fields.ts';
import type { CommandFields } from './command-fields.ts';
import { maxTime, maxValue } from './limits.ts';
import { parseTriggerCondition } from './parse-keywords.ts';
import type { Property } from './storyboard.ts';
import type { TimelineBuilder } from './timeline-builder.ts';

/** The properties that the values of a command change, in order. */
const commandProperties: ReadonlyMap<string, readonly Property[]> = new Map([
  ['F', ['alpha']],
  ['M', ['x', 'y']],
  ['MX', ['x']],
  ['MY', ['y']],
  ['S', ['scale']],
  ['V', ['scaleX', 'scaleY']],
  ['R', ['rotation']],
  ['C', ['red', 'green', 'blue']],
]);

const switchProperties: { readonly [letter: string]: Property } = { H: 'flipX', V: 'flipY', A: 'additive' };

/** Adds the command of one line to a timeline; false if the line is not a valid command. */
export function addCommand(timeline: TimelineBuilder, fields: CommandFields): boolean {
  const written = fields.text(0);
  // Nearly all names are in upper case.
  const name = commandProperties.has(written) ? written : written.toUpperCase();
  const properties = commandProperties.get(name);
  if (properties !== undefined) return addChange(timeline, properties, fields);
  switch (name) {
    case 'L':
      return enterLoop(timeline, fields);
    case 'T':
      return enterTrigger(timeline, fields);
    case 'P':
      return addSwitch(timeline, fields);
    default:
      return false;
  }
}

function enterLoop(timeline: TimelineBuilder, fields: CommandFields): boolean {
  const start = fields.number(1);
  if (!(Math.abs(start) <= maxTime)) return false;
  timeline.enterBlock({ kind: 'loop', start, count: Math.max(truncatedOr(fields.number(2), 1), 1) });
  return true;
}

function enterTrigger(timeline: TimelineBuilder, fields: CommandFields): boolean {
  const on = parseTriggerCondition(fields.text(1));
  if (on === null) return false;
  timeline.enterBlock({
    kind: 'trigger',
    on,
    start: finiteOr(fields.number(2), -maxTime),
    end: finiteOr(fields.number(3), maxTime),
    group: truncatedOr(fields.number(4), 0),
  });
  return true;
}

/** A switch is on from its start to its end, or forever if both are equal (rule SB4). */
function addSwitch(timeline: TimelineBuilder, fields: CommandFields): boolean {
  const times = parseTimes(fields);
  const property = switchProperties[fields.text(4).toUpperCase()];
  if (times === null || property === undefined) return false;
  const { start, end } = times;
  timeline.add(property, { start, end, from: 1, to: start === end ? 1 : 0, easing: 0 });
  return true;
}

/** More than two values are further commands of the same duration, each starting where the last one ended (rule SB3). */
function addChange(timeline: TimelineBuilder, properties: readonly Property[], fields: CommandFields): boolean {
  const times = parseTimes(fields);
  const width = properties.length;
  const steps = Math.floor((fields.count - 4) / width);
  const values = steps > 0 ? fields.numbers(4, steps * width, maxValue) : null;
  if (times === null || values === null) return false;
  const easing = clamp(truncatedOr(fields.number(1), 0), 0, 255);
  const duration = times.end - times.start;
  for (let step = 0; step < Math.max(steps - 1, 1); step++) {
    const start = times.start + step * duration;
    for (let axis = 0; axis < width; axis++) {
      const from = values[step * width + axis]!;
      const to = steps === 1 ? from : values[(step + 1) * width + axis]!;
      timeline.add(properties[axis]!, { start, end: start + duration, from, to, easing });
    }
  }
  return true;
}

/** A missing end, or one before the start, equals the start. */
function parseTimes(fields: CommandFields): { start: number; end: number } | null {
  const start = fields.number(2);
  const end = finiteOr(fields.number(3), start);
  if (!(Math.abs(start) <= maxTime) || end > maxTime) return null;
  return { start, end: Math.max(start, end) };
}
