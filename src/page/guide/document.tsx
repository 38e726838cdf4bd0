import { type ComponentChildren, createElement } from 'preact';
import { useEffect, useMemo } from 'preact/hooks';
import { isDocument } from './documents.ts';
import { type Block, type Cell, parseMarkdown, type Span } from './markdown.ts';

/** A document of the repository, shown as the page shows everything. */
export function Document({ source }: { source: string }) {
  const blocks = useMemo(() => parseMarkdown(source), [source]);
  useEffect(() => {
    // The browser has looked for the place before the document was there.
    if (location.hash !== '') document.getElementById(location.hash.slice(1))?.scrollIntoView();
  }, [blocks]);
  return (
    <article class="document" lang="en">
      {blocks.map((block, i) => (
        <BlockView key={i} block={block} />
      ))}
    </article>
  );
}

function BlockView({ block }: { block: Block }) {
  switch (block.kind) {
    case 'heading':
      return createElement(`h${block.level}`, { id: block.id }, <Spans of={block.text} />);
    case 'paragraph':
      return (
        <p>
          <Spans of={block.text} />
        </p>
      );
    case 'list': {
      const items = block.items.map((item, i) => (
        <li key={i}>
          <Spans of={item} />
        </li>
      ));
      return block.ordered ? <ol>{items}</ol> : <ul>{items}</ul>;
    }
    case 'code':
      return (
        <Scrollable>
          <pre>{block.text}</pre>
        </Scrollable>
      );
    case 'table':
      return (
        <Scrollable>
          <table>
            {block.head.some((cell) => cell.length > 0) && (
              <thead>
                <Row cells={block.head} as="th" />
              </thead>
            )}
            <tbody>
              {block.rows.map((row, i) => (
                <Row key={i} cells={row} as="td" />
              ))}
            </tbody>
          </table>
        </Scrollable>
      );
  }
}

/** Wider than a phone, perhaps; so the keyboard has to reach it. */
function Scrollable({ children }: { children: ComponentChildren }) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls.
    <div class="scrollable" tabIndex={0}>
      {children}
    </div>
  );
}

function Row({ cells, as }: { cells: readonly Cell[]; as: 'th' | 'td' }) {
  return <tr>{cells.map((cell, i) => createElement(as, { key: i }, <Spans of={cell} />))}</tr>;
}

function Spans({ of }: { of: readonly Span[] }) {
  return (
    <>
      {of.map((span, i) => (
        <SpanView key={i} span={span} />
      ))}
    </>
  );
}

function SpanView({ span }: { span: Span }) {
  switch (span.kind) {
    case 'text':
      return <>{span.text}</>;
    case 'code':
      return <code>{span.text}</code>;
    case 'strong':
      return <strong>{span.text}</strong>;
    case 'emphasis':
      return <em>{span.text}</em>;
    case 'link': {
      const address = addressOf(span.to);
      return address === null ? span.text : <a href={address}>{span.text}</a>;
    }
  }
}

/** Where a link of a document leads on this page; null for what is in the repository alone. */
function addressOf(to: string): string | null {
  if (/^(https?:\/\/|#|\/)/.test(to)) return to;
  const [, name = null, hash = ''] = /^([a-z]+)\.md(#.*)?$/.exec(to) ?? [];
  return isDocument(name) ? `/guide/${name}${hash}` : null;
}
