import { playAnalytics } from '../../game/analytics/index.ts';
import type { OpenedPlay } from '../scene-loader/index.ts';

const width = 480;
const height = 270;
const margin = 24;
/** The hits over time are above the histogram of their errors. */
const hitsArea = { top: margin, bottom: 150 };
const barsArea = { top: 172, bottom: height - margin };
const binMs = 3;

const colours = {
  background: '#14121f',
  line: '#322f45',
  great: '#77c8ff',
  ok: '#6fdc9a',
  meh: '#ffc163',
  miss: '#ff8a9b',
};

/** Draws the hit errors of a play as the page's charts show them: one dot for each hit, and how often each error occurs. */
export function analysisPicture({ play, replay }: Pick<OpenedPlay, 'play' | 'replay'>): string {
  const rating = { pp: null, strains: null };
  const { hits, missed, hit_windows } = playAnalytics(play, rating, replay.frames);
  const { great, ok } = hit_windows;
  // Few hits of a good play are later than this; they are drawn at the edge.
  const maxError = ok * 1.1;
  const times = [...hits, ...missed].map(({ t }) => t);
  const [first, last] = [Math.min(...times), Math.max(...times)];
  const colourOf = (error: number) =>
    Math.abs(error) <= great ? colours.great : Math.abs(error) <= ok ? colours.ok : colours.meh;
  const x = (t: number) => round(margin + ((t - first) / (last - first)) * (width - 2 * margin));
  const middle = (hitsArea.top + hitsArea.bottom) / 2;
  const y = (error: number) => round(middle + Math.max(-1, Math.min(1, error / maxError)) * (middle - hitsArea.top));

  const bins = new Map<number, number>();
  for (const { error } of hits) {
    const bin = Math.round(Math.max(-maxError, Math.min(maxError, error)) / binMs);
    bins.set(bin, (bins.get(bin) ?? 0) + 1);
  }
  const maxCount = Math.max(...bins.values());
  const binsPerSide = Math.ceil(maxError / binMs);
  const barWidth = (width - 2 * margin) / (2 * binsPerSide + 1);
  const bars = [...bins]
    .toSorted(([a], [b]) => a - b)
    .map(([bin, count]) => {
      const barHeight = round((count / maxCount) * (barsArea.bottom - barsArea.top));
      const left = round(margin + (bin + binsPerSide) * barWidth);
      return `<rect x="${left}" y="${round(barsArea.bottom - barHeight)}" width="${round(barWidth - 1)}" height="${barHeight}" fill="${colourOf(bin * binMs)}"/>`;
    });
  const line = (at: number) => `<path d="M${margin} ${at}H${width - margin}" stroke="${colours.line}"/>`;
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" width="${width}" height="${height}">`,
    `<rect width="${width}" height="${height}" fill="${colours.background}"/>`,
    ...[-great, 0, great].map((error) => line(y(error))),
    ...missed.map(({ t }) => `<path d="M${x(t)} ${hitsArea.top}V${hitsArea.bottom}" stroke="${colours.miss}"/>`),
    ...hits.map(({ t, error }) => `<circle cx="${x(t)}" cy="${y(error)}" r="2.2" fill="${colourOf(error)}"/>`),
    line(barsArea.bottom),
    ...bars,
    '</svg>\n',
  ].join('\n');
}

function round(value: number): number {
  return Math.round(value * 10) / 10;
}
