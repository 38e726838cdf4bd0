import type { SceneOptions } from '../scene-input.ts';
import { isShared, type Together } from './together.ts';

/**
 * The options of a scene of several plays. In a knockout nothing on the screen belongs to the winner alone, because it would
 * tell the end from the beginning.
 */
export function withTogether(options: SceneOptions, together: Together | undefined): SceneOptions {
  if (!isShared(together)) return together === undefined ? options : { ...options, scoreboard: false };
  const { layout } = together;
  return { ...options, scoreboard: false, ...(layout === 'knockout' && withoutOnePlayer) };
}

const withoutOnePlayer = {
  scoreCounter: false,
  accuracyCounter: false,
  comboCounter: false,
  healthBar: false,
  modIcons: false,
  ppCounter: false,
  hitCounts: false,
  sliderBreaks: false,
  hitErrorMeter: false,
  unstableRate: false,
  aimErrorMeter: false,
  keyOverlay: false,
  strainGraph: false,
  breakInfo: false,
  comboBursts: false,
  mistakeMarks: false,
} as const satisfies Partial<SceneOptions>;
