/** A thing described by labelled lines, some of which have lines of their own below them. */
export type Facts = readonly Fact[];
export type Fact = readonly [label: string, value: string | number | boolean | null, below?: Facts];

/** Facts as indented text, values aligned. What is null is left out. */
export function outline(facts: Facts, indent = ''): string {
  const shown = facts.filter(([, value, below]) => value !== null || (below !== undefined && below.length > 0));
  const width = Math.max(0, ...shown.map(([label]) => label.length)) + 2;
  return shown
    .map(([label, value, below]) => {
      const text = value === null ? '' : printable(String(value));
      return `${`${indent}${printable(label).padEnd(width)}${text}`.trimEnd()}\n${below ? outline(below, `${indent}  `) : ''}`;
    })
    .join('');
}

/** Names from files may hold anything, also what moves a terminal's cursor. */
function printable(text: string): string {
  return text.replace(/[\u0000-\u001f\u007f-\u009f]/g, '\ufffd');
}
