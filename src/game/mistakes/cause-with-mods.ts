import type { Evidence } from './evidence.ts';
import type { Cause, Finding } from './mistake.ts';

/** Causes that lie in a press, or in a press that is missing. */
const pressCauses: readonly Cause[] = [
  'timing',
  'no-press',
  'missed-both',
  'too-early',
  'extra-press',
  'slider-late-head',
];

/** With a mod that presses or aims for the player, the cause can only lie in the rest (rules MC15 to MC17). */
export function causeWithMods({ relax, autopilot, touch }: Evidence, finding: Finding): Finding {
  if (relax) return withoutPresses(finding);
  if (autopilot) return withoutAim(finding);
  return touch && finding.cause === 'missed-both' ? withoutCursor(finding) : finding;
}

/** Relax presses as soon as the cursor is there. */
function withoutPresses({ released: _, ...finding }: Finding): Finding {
  return pressCauses.includes(finding.cause) ? { ...finding, cause: 'aim' } : finding;
}

/** Autopilot has the cursor on each object at its time: a press beside it came at the wrong time. */
function withoutAim({ distancePx: _d, direction: _a, ...finding }: Finding): Finding {
  switch (finding.cause) {
    case 'aim':
      return { ...finding, cause: finding.press === undefined ? 'unknown' : 'timing' };
    case 'missed-both':
      return { ...finding, cause: 'no-press' };
    case 'slider-left':
      return { ...finding, cause: finding.released ? 'slider-left' : 'unknown' };
    default:
      return finding;
  }
}

/** Between two touches no finger is on the screen; the recorded cursor stays where the last one was. */
function withoutCursor({ distancePx: _d, direction: _a, cursor: _c, ...finding }: Finding): Finding {
  return { ...finding, cause: 'no-press' };
}
