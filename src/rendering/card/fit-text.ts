/** How wide a text is, in pixels. */
export type MeasureText = (text: string) => number;

export interface TextBox {
  readonly maxWidth: number;
  readonly maxLines: number;
  readonly measure: MeasureText;
}

/** Breaks a text into lines at spaces, or inside words that are too long, and ends the last line with … if it is cut. */
export function fitText(text: string, box: TextBox): string[] {
  const lines: string[] = [];
  let rest = text.trim();
  while (rest !== '') {
    const line = longestStart(rest, box);
    if (lines.length + 1 === box.maxLines && line.length < rest.length) {
      lines.push(cutText(rest, box));
      break;
    }
    lines.push(line.trimEnd());
    rest = rest.slice(line.length).trimStart();
  }
  return lines;
}

/** The text on one line, with … at its end if it is too long. */
export function cutText(text: string, { maxWidth, measure }: Pick<TextBox, 'maxWidth' | 'measure'>): string {
  if (measure(text) <= maxWidth) return text;
  const characters = [...text];
  while (characters.length > 0 && measure(`${characters.join('').trimEnd()}…`) > maxWidth) characters.pop();
  return `${characters.join('').trimEnd()}…`;
}

function longestStart(text: string, { maxWidth, measure }: TextBox): string {
  if (measure(text) <= maxWidth) return text;
  const spaces = [...text.matchAll(/\s+/g)].map(({ index }) => index);
  const end = spaces.findLast((at) => measure(text.slice(0, at)) <= maxWidth);
  if (end !== undefined) return text.slice(0, end);
  let start = '';
  for (const character of text) {
    // Even a line that is too narrow for one character has one, or there would be no end.
    if (start !== '' && measure(start + character) > maxWidth) break;
    start += character;
  }
  return start;
}
