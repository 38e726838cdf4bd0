import { escapeHtml } from '../format.ts';
import { type PlotText, plotSvg, round, svgText } from './plot.ts';

/** The aim of the movements in one direction. */
export interface CompassTarget {
  /** In degrees, clockwise from the right; null for all movements together, in the middle. */
  readonly direction: number | null;
  /** In osu! pixels: to the right and down, or along and to the right of the direction. */
  readonly mean: { readonly x: number; readonly y: number };
  readonly deviation: { readonly x: number; readonly y: number };
  readonly label: string;
  readonly tip: string;
  readonly isUncertain: boolean;
}

export interface AimCompass extends PlotText {
  readonly targets: readonly CompassTarget[];
  /** The radius of the circles in osu! pixels. */
  readonly circleRadius: number;
}

const cell = 120;
const ringRadius = 46;

/**
 * A target for each direction, at the place where a movement in that direction leads to. The ring is the circle, the
 * ellipse one standard deviation, and the dot the mean.
 */
export function aimCompass(plot: AimCompass): string {
  const scale = ringRadius / Math.max(1, plot.circleRadius);
  return plotSvg(
    plot,
    { width: 3 * cell, height: 3 * cell },
    plot.targets.map((target) => drawTarget(target, scale)).join(''),
  );
}

function drawTarget({ direction, mean, deviation, label, tip, isUncertain }: CompassTarget, scale: number): string {
  const angle = ((direction ?? 0) * Math.PI) / 180;
  const isMiddle = direction === null;
  const x = cell * (1.5 + (isMiddle ? 0 : Math.round(Math.cos(angle))));
  const y = cell * (1.5 + (isMiddle ? 0 : Math.round(Math.sin(angle)))) - 8;
  const centre = `cx="${round(mean.x * scale)}" cy="${round(mean.y * scale)}"`;
  const arrow = isMiddle ? '' : `<path class="arrow" d="M${-ringRadius + 4} 0H${-ringRadius + 17}m-5 -4l5 4l-5 4"/>`;
  return (
    `<g class="${isUncertain ? 'target uncertain' : 'target'}"><title>${escapeHtml(tip)}</title>` +
    `<g transform="translate(${x} ${y}) rotate(${direction ?? 0})"><circle class="ring" r="${ringRadius}"/>` +
    `<path class="cross" d="M-4 0H4M0 -4V4"/>` +
    `<ellipse ${centre} rx="${round(deviation.x * scale)}" ry="${round(deviation.y * scale)}"/>` +
    `<circle class="mean" ${centre} r="3.5"/>${arrow}</g>` +
    `${svgText({ x, y: y + ringRadius + 16, text: label, kind: 'value' })}</g>`
  );
}
