/** Columns under their names, each as wide as its widest cell. */
export function tableOf(names: readonly string[], rows: readonly (readonly string[])[]): string {
  const lines = [names.map((name) => name.toUpperCase()), ...rows.map((row) => row.map(plain))];
  const widths = names.map((_, column) => Math.max(...lines.map((line) => widthOf(line[column] ?? ''))));
  return lines
    .map((line) => line.map((cell, column) => cell + ' '.repeat(widths[column]! - widthOf(cell))).join('  '))
    .map((line) => `${line.trimEnd()}\n`)
    .join('');
}

/** `1.4 GiB` */
export function bytesText(bytes: number | null): string {
  if (bytes === null) return '-';
  const units = ['B', 'KiB', 'MiB', 'GiB', 'TiB'];
  const power = bytes < 1 ? 0 : Math.min(units.length - 1, Math.floor(Math.log2(bytes) / 10));
  return `${power === 0 ? bytes : (bytes / 1024 ** power).toFixed(1)} ${units[power]}`;
}

/** `2026-01-02 03:04:05` in UTC. */
export function timeText(time: Date): string {
  return time.toISOString().slice(0, 19).replace('T', ' ');
}

/** What strangers have named must not move the cursor of an operator's terminal. */
export function plain(text: string): string {
  return text.replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]+/gu, ' ');
}

/** Letters of Chinese, Japanese and Korean take two columns. */
function widthOf(text: string): number {
  let width = 0;
  for (const letter of text)
    width += /[\u1100-\u115f\u2e80-\ua4cf\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe6f\uff00-\uff60]/.test(letter) ? 2 : 1;
  return width;
}
