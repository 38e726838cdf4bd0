/** A document as plain values. What it is made of never becomes markup by itself. */
export type Block =
  | { readonly kind: 'heading'; readonly level: number; readonly id: string; readonly text: readonly Span[] }
  | { readonly kind: 'paragraph'; readonly text: readonly Span[] }
  | { readonly kind: 'list'; readonly ordered: boolean; readonly items: readonly (readonly Span[])[] }
  | { readonly kind: 'table'; readonly head: readonly Cell[]; readonly rows: readonly (readonly Cell[])[] }
  | { readonly kind: 'code'; readonly text: string };

export type Cell = readonly Span[];

export type Span =
  | { readonly kind: 'text' | 'code' | 'strong' | 'emphasis'; readonly text: string }
  | { readonly kind: 'link'; readonly text: string; readonly to: string };

/** Reads as much of Markdown as our documents are written in. */
export function parseMarkdown(source: string): Block[] {
  const blocks: Block[] = [];
  const lines = source.split(/\r?\n/);
  for (let i = 0; i < lines.length; ) {
    const line = lines[i]!;
    const rest = (fits: (line: string) => boolean) => {
      const start = i;
      while (i < lines.length && fits(lines[i]!)) i++;
      return lines.slice(start, i);
    };
    const heading = /^(#{1,6}) (.*)$/.exec(line);
    if (line.trim() === '') i++;
    else if (line.startsWith('```')) {
      i++;
      blocks.push({ kind: 'code', text: rest((next) => !next.startsWith('```')).join('\n') });
      i++;
    } else if (heading) {
      i++;
      const text = spansOf(heading[2]!);
      blocks.push({ kind: 'heading', level: heading[1]!.length, id: idOf(heading[2]!), text });
    } else if (line.startsWith('|')) {
      const [head = [], , ...rows] = rest((next) => next.startsWith('|')).map(cellsOf);
      blocks.push({ kind: 'table', head, rows });
    } else if (marker.test(line)) {
      const items = itemsOf(rest((next) => next.trim() !== ''));
      blocks.push({ kind: 'list', ordered: /^\d/.test(line), items: items.map(spansOf) });
    } else {
      const text = rest((next) => next.trim() !== '' && !/^(#|\||```)/.test(next)).join(' ');
      blocks.push({ kind: 'paragraph', text: spansOf(text) });
    }
  }
  return blocks;
}

const marker = /^(?:[-*]|\d+\.) /;

/** An item goes on with every line that does not begin another. */
function itemsOf(lines: readonly string[]): string[] {
  const items: string[] = [];
  for (const line of lines) {
    if (marker.test(line)) items.push(line.replace(marker, ''));
    else items[items.length - 1] += ` ${line.trim()}`;
  }
  return items;
}

/** A bar inside code, or behind a backslash, parts nothing. */
function cellsOf(line: string): Cell[] {
  const cells = line.match(/(?:\\.|`[^`]*`|[^|])+/g) ?? [];
  // An empty first cell, as in a table without a head, is between two bars and so has no character of its own.
  const texts = line.startsWith('||') ? ['', ...cells] : cells;
  return texts.map((cell) => spansOf(cell.trim().replaceAll('\\|', '|')));
}

const spans = /`([^`]+)`|!?\[([^\]]*)\]\(([^)\s]*)\)|\*\*([^*]+)\*\*|\*([^*\s][^*]*)\*|(https?:\/\/[^\s<>)]+)/g;

function spansOf(source: string): Span[] {
  const found: Span[] = [];
  let from = 0;
  for (const match of source.matchAll(spans)) {
    const [whole, code, label, to, strong, emphasis, address] = match;
    if (match.index > from) found.push({ kind: 'text', text: source.slice(from, match.index) });
    from = match.index + whole.length;
    if (code !== undefined) found.push({ kind: 'code', text: code });
    else if (strong !== undefined) found.push({ kind: 'strong', text: strong.replaceAll('`', '') });
    else if (emphasis !== undefined) found.push({ kind: 'emphasis', text: emphasis });
    else if (address !== undefined) found.push({ kind: 'link', text: address, to: address });
    else found.push({ kind: 'link', text: label!.replaceAll('`', ''), to: to! });
  }
  if (from < source.length) found.push({ kind: 'text', text: source.slice(from) });
  return found;
}

/** As GitHub makes them, so that links hold in both places. */
function idOf(heading: string): string {
  return heading
    .toLowerCase()
    .replace(/[^\p{L}\p{N} _-]/gu, '')
    .replaceAll(' ', '-');
}
