import { Marked, Renderer, type Tokens } from 'marked';
import type { Plugin } from 'vite';
import { isDocumentName } from '../../contract/page-paths/index.ts';

/** Turns an imported .md file into a module with its HTML, so that the browser needs no Markdown parser. */
export function markdownHtml(): Plugin {
  return {
    name: 'markdown-html',
    enforce: 'pre',
    transform(source, id) {
      if (!id.endsWith('.md')) return null;
      return { code: `export default ${JSON.stringify(htmlOf(source))};`, moduleType: 'js' };
    },
  };
}

const marked = new Marked({
  renderer: {
    heading({ tokens, depth, text }: Tokens.Heading) {
      return `<h${depth} id="${headingId(text)}">${this.parser.parseInline(tokens)}</h${depth}>\n`;
    },
    link({ href, tokens }: Tokens.Link) {
      const text = this.parser.parseInline(tokens);
      const address = pageAddressOf(href);
      return address === null ? text : `<a href="${escapeHtml(address)}">${text}</a>`;
    },
    code: ({ text }: Tokens.Code) => scrollable(`<pre>${escapeHtml(text)}</pre>`),
    table(token: Tokens.Table) {
      const table = Renderer.prototype.table.call(this, token);
      const hasHead = token.header.some(({ text }) => text !== '');
      return scrollable(hasHead ? table : table.replace(/<thead>.*?<\/thead>/s, ''));
    },
    // The documents contain no HTML; angle brackets are placeholders to read.
    html: ({ text }: Tokens.HTML | Tokens.Tag) => escapeHtml(text),
  },
});

export function htmlOf(source: string): string {
  return marked.parse(source, { async: false });
}

/** Focusable, so that the keyboard can scroll what is wider than the screen. */
function scrollable(html: string): string {
  return `<div class="scrollable" tabindex="0">${html}</div>\n`;
}

/** The same ids as on GitHub, so that links work in both places. */
function headingId(text: string): string {
  return text
    .toLowerCase()
    .replace(/[^\p{L}\p{N} _-]/gu, '')
    .replaceAll(' ', '-');
}

/** Where a link of a document leads on the page; null for files that only the repository has. */
function pageAddressOf(href: string): string | null {
  if (/^(https?:\/\/|#|\/)/.test(href)) return href;
  const [, name = null, hash = ''] = /^([a-z]+)\.md(#.*)?$/.exec(href) ?? [];
  // Relative to the other documents, because a proxy may offer the service below any path.
  return isDocumentName(name) ? `${name}${hash}` : null;
}

function escapeHtml(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;');
}
