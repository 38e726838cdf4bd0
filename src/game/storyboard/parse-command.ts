import { clamp, integerOr, numberOr, parseNumber } from '../text-format/fields.ts';
import { maxTime, maxValue } from './limits.ts';
import { parseTriggerCondition } from './parse-keywords.ts';
import type { Property } from './storyboard.ts';
import type { TimelineBuilder } from './timeline-builder.ts';

/** Which properties the numbers of a command are for, in turn. */
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

/** Adds the command of one line, indentation taken off, to a timeline; false when the game has no such command. */
export function addCommand(timeline: TimelineBuilder, fields: readonly string[]): boolean {
  const name = fields[0]!.trim().toUpperCase();
  switch (name) {
    case 'L':
      return enterLoop(timeline, fields);
    case 'T':
      return enterTrigger(timeline, fields);
    case 'P':
      return addSwitch(timeline, fields);
  }
  const changed = commandProperties[name];
  return changed !== undefined && addChange(timeline, changed, fields);
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

/** A switch is on from its start to its end, and for ever where both are the same (rule SB4). */
function addSwitch(timeline: TimelineBuilder, fields: readonly string[]): boolean {
  const times = parseTimes(fields);
  const property = switchProperties[(fields[4] ?? '').trim().toUpperCase()];
  if (times === null || property === undefined) return false;
  const forEver = times.start === times.end;
  timeline.add(property, { ...times, from: 1, to: forEver ? 1 : 0, easing: 0 });
  return true;
}

/** More values than two are further commands of the same length, each from where the last one ended (rule SB3). */
function addChange(timeline: TimelineBuilder, changed: readonly Property[], fields: readonly string[]): boolean {
  const times = parseTimes(fields);
  const values = fields.slice(4).map(parseNumber);
  const steps = Math.floor(values.length / changed.length);
  const valid = values.slice(0, steps * changed.length).every((value) => Math.abs(value) <= maxValue);
  if (times === null || steps === 0 || !valid) return false;
  const easing = clamp(integerOr(fields[1], 0), 0, 255);
  const duration = times.end - times.start;
  const width = changed.length;
  for (let step = 0; step < Math.max(steps - 1, 1); step++) {
    const start = times.start + step * duration;
    for (let axis = 0; axis < width; axis++) {
      const from = values[step * width + axis]!;
      const to = steps === 1 ? from : values[(step + 1) * width + axis]!;
      timeline.add(changed[axis]!, { start, end: start + duration, from, to, easing });
    }
  }
  return true;
}

/** An end that is missing, or before the start, is the start. */
function parseTimes(fields: readonly string[]): { start: number; end: number } | null {
  const start = parseNumber(fields[2]);
  const end = numberOr(fields[3], start);
  if (!(Math.abs(start) <= maxTime) || end > maxTime) return null;
  return { start, end: Math.max(start, end) };
}
