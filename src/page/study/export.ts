import type { StudyData } from './study-data.ts';

/** All hits and misses in the order of time, as a CSV file. */
export function csvOf({ hits, misses }: Pick<StudyData, 'hits' | 'misses'>): string {
  const rows = [
    ...hits.map(({ t, error, x, y }) => ({ t, row: [t, 'hit', error, x, y] })),
    ...misses.map(({ t }) => ({ t, row: [t, 'miss', '', '', ''] })),
  ].sort((a, b) => a.t - b.t);
  return ['song_ms,result,error_ms,offset_x,offset_y', ...rows.map(({ row }) => row.join(','))].join('\r\n');
}

/** All charts inside an element, one below the other, as one PNG. */
export function chartsAsPng(parent: HTMLElement): Promise<Blob | null> {
  const charts = [...parent.querySelectorAll('canvas')].filter(({ width, height }) => width > 0 && height > 0);
  const gap = 16 * devicePixelRatio;
  const canvas = document.createElement('canvas');
  canvas.width = Math.max(1, ...charts.map(({ width }) => width));
  canvas.height = charts.reduce((sum, { height }) => sum + height + gap, gap);
  const context = canvas.getContext('2d');
  if (context === null) return Promise.resolve(null);
  context.fillStyle = getComputedStyle(document.documentElement).backgroundColor;
  context.fillRect(0, 0, canvas.width, canvas.height);
  let top = gap;
  for (const chart of charts) {
    context.drawImage(chart, 0, top);
    top += chart.height + gap;
  }
  return new Promise((resolve) => canvas.toBlob(resolve, 'image/png'));
}

export function downloadFile(content: Blob, name: string): void {
  const url = URL.createObjectURL(content);
  const link = document.createElement('a');
  link.href = url;
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(url), 10_000);
}
