import { isOwnPreset } from '../../src/encoder-presets.ts';

/** A preset, or another encoding, relative to `veryfast`. */
export interface PresetPoint {
  readonly name: string;
  readonly cpu: number;
  readonly bytes: number;
  readonly ssimDb: number;
  /** The bytes at the quality of `veryfast`. */
  readonly equalBytes: number;
}

const size = { width: 720, height: 420 };
const margin = { left: 64, right: 24, top: 24, bottom: 56 };
const cpuTicks = [0.25, 0.5, 1, 2, 4];
const byteTicks = [0.5, 0.75, 1, 1.5, 2, 3, 4];

/** Draws CPU time against bytes at equal quality, both on logarithmic axes, as an SVG: lower left is better. */
export function drawPresetFront(points: readonly PresetPoint[]): string {
  const x = axis(cpuTicks, [margin.left, size.width - margin.right]);
  const y = axis(byteTicks, [size.height - margin.bottom, margin.top]);
  const bottom = size.height - margin.bottom;
  const grid = [
    ...cpuTicks.map((tick) => line(x(tick), margin.top, x(tick), bottom) + label(x(tick), bottom + 18, `${tick}`)),
    ...byteTicks.map(
      (tick) =>
        line(margin.left, y(tick), size.width - margin.right, y(tick)) +
        label(margin.left - 8, y(tick) + 4, `${tick}`, 'end'),
    ),
  ];
  const dots = points.map(({ name, cpu, equalBytes }) => {
    const isOwn = isOwnPreset(name);
    const fill = isOwn ? '#d6336c' : '#1c7ed6';
    const at = { x: x(cpu), y: y(equalBytes) };
    return (
      `<circle cx="${at.x.toFixed(1)}" cy="${at.y.toFixed(1)}" r="${isOwn ? 6 : 4}" fill="${fill}"/>` +
      (isOwn ? ownLabel(name, at, fill) : label(at.x + 9, at.y - 7, name, 'start', fill))
    );
  });
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${size.width} ${size.height}" font-family="sans-serif" font-size="13">`,
    '<title>CPU time and bytes of the presets</title>',
    `<rect width="${size.width}" height="${size.height}" fill="#fff"/>`,
    ...grid,
    label(size.width / 2, size.height - 14, 'CPU time of the encoder relative to veryfast'),
    `<text transform="translate(18 ${size.height / 2}) rotate(-90)" text-anchor="middle" fill="#333">bytes at equal SSIM</text>`,
    ...dots,
    '</svg>',
    '',
  ].join('\n');
}

/** `quick` and `balanced` are too close to each other for two labels below them. */
function ownLabel(name: string, { x, y }: { x: number; y: number }, fill: string): string {
  return name === 'quick' ? label(x - 10, y + 4, name, 'end', fill) : label(x - 4, y + 22, name, 'end', fill);
}

/** Maps the range of the ticks to pixels, by their logarithms. */
function axis(ticks: readonly number[], [from, to]: readonly [number, number]): (value: number) => number {
  const [low, high] = [Math.log(Math.min(...ticks)), Math.log(Math.max(...ticks))];
  return (value) => from + ((Math.log(value) - low) / (high - low)) * (to - from);
}

function line(x1: number, y1: number, x2: number, y2: number): string {
  return `<path d="M${x1.toFixed(1)} ${y1.toFixed(1)}L${x2.toFixed(1)} ${y2.toFixed(1)}" stroke="#ddd"/>`;
}

function label(x: number, y: number, text: string, anchor = 'middle', fill = '#333'): string {
  return `<text x="${x.toFixed(1)}" y="${y.toFixed(1)}" text-anchor="${anchor}" fill="${fill}">${text}</text>`;
}
