import type { LifePoint } from './replay.ts';

/** No play has this many points: clients write about one every two seconds. */
const maxPoints = 50_000;

/** Parses `time|health,` repeated. The graph is only decoration, so malformed points are skipped. */
export function readLifeGraph(text: string): LifePoint[] {
  const points: LifePoint[] = [];
  for (const entry of text.split(',', maxPoints)) {
    const bar = entry.indexOf('|');
    if (bar < 1 || bar === entry.length - 1) continue;
    const time = Number(entry.slice(0, bar));
    const health = Number(entry.slice(bar + 1));
    if (Math.abs(time) <= 2 ** 31 && Number.isFinite(health)) {
      points.push({ time, health: Math.min(1, Math.max(0, health)) });
    }
  }
  return points;
}

/** Formats a life graph as the game does. */
export function writeLifeGraph(points: readonly LifePoint[]): string {
  return points.map(({ time, health }) => `${time}|${health},`).join('');
}
