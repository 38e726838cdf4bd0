/** Formats rows as columns with headings, each as wide as its widest cell. */
export function formatTable(headings: readonly string[], rows: readonly (readonly string[])[]): string {
  const lines = [
    headings.map((heading) => heading.toUpperCase()),
    ...rows.map((row) => row.map(stripControlCharacters)),
  ];
  const widths = headings.map((_, column) => Math.max(...lines.map((line) => displayWidth(line[column] ?? ''))));
  return lines
    .map((line) => line.map((cell, column) => padTo(cell, widths[column] ?? 0)).join('  '))
    .map((line) => `${line.trimEnd()}\n`)
    .join('');
}

/** Formats the fields of an object, one on each line. */
export function formatFields(object: Readonly<Record<string, unknown>>): string {
  const lines = Object.entries(object).map(([name, value]) => {
    const text = value !== null && typeof value === 'object' ? JSON.stringify(value) : String(value ?? '-');
    return `${name.padEnd(16)} ${stripControlCharacters(text)}\n`;
  });
  return lines.join('');
}

/** `1.4 GiB`; `-` for null. */
export function formatBytes(bytes: number | null): string {
  if (bytes === null) return '-';
  const units = ['B', 'KiB', 'MiB', 'GiB', 'TiB'];
  const power = bytes < 1 ? 0 : Math.min(units.length - 1, Math.floor(Math.log2(bytes) / 10));
  return `${power === 0 ? bytes : (bytes / 1024 ** power).toFixed(1)} ${units[power]}`;
}

/** `2026-01-02 03:04:05` in UTC. */
export function formatTime(time: Date): string {
  return time.toISOString().slice(0, 19).replace('T', ' ');
}

/** Makes text from clients safe to print: control characters could move the cursor of an operator's terminal. */
export function stripControlCharacters(text: string): string {
  return text.replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]+/gu, ' ');
}

function padTo(text: string, width: number): string {
  return text + ' '.repeat(width - displayWidth(text));
}

/** Chinese, Japanese and Korean characters take two columns. */
function displayWidth(text: string): number {
  let width = 0;
  for (const character of text) {
    const isWide = /[\u1100-\u115f\u2e80-\ua4cf\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe6f\uff00-\uff60]/.test(character);
    width += isWide ? 2 : 1;
  }
  return width;
}
