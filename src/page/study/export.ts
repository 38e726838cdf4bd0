import type { StudyData } from './study-data.ts';

/** Every hit and miss as a table any spreadsheet reads. */
export function csvOf({ hits, misses }: StudyData): string {
  const rows = [
    ...Array.from(hits.times, (t, i) => ({ t, row: [t, 'hit', hits.errors[i], hits.xs[i], hits.ys[i]] })),
    ...misses.map(({ t }) => ({ t, row: [t, 'miss', '', '', ''] })),
  ].sort((one, other) => one.t - other.t);
  return ['song_ms,result,error_ms,offset_x,offset_y', ...rows.map(({ row }) => row.join(','))].join('\r\n');
}

/** All pictures of a page's part below one another, as one picture. */
export function picturesOf(parent: HTMLElement): Promise<Blob | null> {
  const canvases = [...parent.querySelectorAll('canvas')].filter(({ width, height }) => width > 0 && height > 0);
  const gap = 16 * devicePixelRatio;
  const all = document.createElement('canvas');
  all.width = Math.max(1, ...canvases.map(({ width }) => width));
  all.height = canvases.reduce((sum, { height }) => sum + height + gap, gap);
  const context = all.getContext('2d')!;
  context.fillStyle = getComputedStyle(document.documentElement).backgroundColor;
  context.fillRect(0, 0, all.width, all.height);
  let top = gap;
  for (const canvas of canvases) {
    context.drawImage(canvas, 0, top);
    top += canvas.height + gap;
  }
  return new Promise((resolve) => all.toBlob(resolve, 'image/png'));
}

export function save(content: Blob, name: string): void {
  const url = URL.createObjectURL(content);
  const link = document.createElement('a');
  link.href = url;
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(url), 10_000);
}
