import { clamp, integerOr, numberOr, parseNumber } from '../text-format/fields.ts';
import { maxTime, maxValue } from './limits.ts';
import { parseTriggerCondition } from './parse-keywords.ts';
import type { Property } from './storyboard.ts';
import type { TimelineBuilder } from './timeline-builder.ts';

/** The properties that the values of a command change, in order. */
const commandProperties: { readonly [command: string]: readonly Property[] } = {
  F: ['alpha'],
  M: ['x', 'y'],
  MX: ['x'],
  MY: ['y'],
  S: ['scale'],
  V: ['scaleX', 'scaleY'],
  R: ['rotation'],
  C: ['red', 'green', 'blue'],
};

const switchProperties: { readonly [letter: string]: Property } = { H: 'flipX', V: 'flipY', A: 'additive' };

/** Adds the command of one line to a timeline; false if the line is not a valid command. */
export function addCommand(timeline: TimelineBuilder, fields: readonly string[]): boolean {
  const name = (fields[0] ?? '').trim().toUpperCase();
  switch (name) {
    case 'L':
      return enterLoop(timeline, fields);
    case 'T':
      return enterTrigger(timeline, fields);
    case 'P':
      return addSwitch(timeline, fields);
  }
  const properties = commandProperties[name];
  return properties !== undefined && addChange(timeline, properties, fields);
}

function enterLoop(timeline: TimelineBuilder, fields: readonly string[]): boolean {
  const start = parseNumber(fields[1]);
  if (!(Math.abs(start) <= maxTime)) return false;
  timeline.enterBlock({ kind: 'loop', start, count: Math.max(integerOr(fields[2], 1), 1) });
  return true;
}

function enterTrigger(timeline: TimelineBuilder, fields: readonly string[]): boolean {
  const on = parseTriggerCondition((fields[1] ?? '').trim());
  if (on === null) return false;
  timeline.enterBlock({
    kind: 'trigger',
    on,
    start: numberOr(fields[2], -maxTime),
    end: numberOr(fields[3], maxTime),
    group: integerOr(fields[4], 0),
  });
  return true;
}

/** A switch is on from its start to its end, or forever if both are equal (rule SB4). */
function addSwitch(timeline: TimelineBuilder, fields: readonly string[]): boolean {
  const times = parseTimes(fields);
  const property = switchProperties[(fields[4] ?? '').trim().toUpperCase()];
  if (times === null || property === undefined) return false;
  const { start, end } = times;
  timeline.add(property, { start, end, from: 1, to: start === end ? 1 : 0, easing: 0 });
  return true;
}

/** More than two values are further commands of the same duration, each starting where the last one ended (rule SB3). */
function addChange(timeline: TimelineBuilder, properties: readonly Property[], fields: readonly string[]): boolean {
  const times = parseTimes(fields);
  const values = fields.slice(4).map(parseNumber);
  const width = properties.length;
  const steps = Math.floor(values.length / width);
  const valid = values.slice(0, steps * width).every((value) => Math.abs(value) <= maxValue);
  if (times === null || steps === 0 || !valid) return false;
  const easing = clamp(integerOr(fields[1], 0), 0, 255);
  const duration = times.end - times.start;
  for (let step = 0; step < Math.max(steps - 1, 1); step++) {
    const start = times.start + step * duration;
    for (const [axis, property] of properties.entries()) {
      const from = values[step * width + axis] ?? 0;
      const to = steps === 1 ? from : (values[(step + 1) * width + axis] ?? 0);
      timeline.add(property, { start, end: start + duration, from, to, easing });
    }
  }
  return true;
}

/** A missing end, or one before the start, equals the start. */
function parseTimes(fields: readonly string[]): { start: number; end: number } | null {
  const start = parseNumber(fields[2]);
  const end = numberOr(fields[3], start);
  if (!(Math.abs(start) <= maxTime) || end > maxTime) return null;
  return { start, end: Math.max(start, end) };
}
