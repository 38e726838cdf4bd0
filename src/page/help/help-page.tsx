import { type DocumentName, documentNames, type HelpDocument, helpPath } from '../../contract/page-paths/index.ts';
import { LazyPart } from '../components/lazy-part.tsx';
import { usePageTitle } from '../hooks/use-page-title.ts';
import { linkTo } from '../link-to.ts';
import { words } from '../words/index.ts';
import { Document } from './document.tsx';
import { documents } from './documents.ts';
import { PlayersPage } from './players/players-page.tsx';

/** The help for players, then the documents for developers and an overview of them. */
export function HelpPage({ document }: { document: HelpDocument }) {
  const { help } = words;
  usePageTitle(titleOf(document));
  const link = (name: HelpDocument, title: string) => (
    <a
      key={name}
      href={linkTo(helpPath(name))}
      aria-current={name === document ? 'page' : name === 'developers' && document !== null ? 'true' : undefined}
    >
      {title}
    </a>
  );
  return (
    <div class="help">
      <nav aria-label={help.title}>
        {link(null, help.players)}
        {link('developers', help.developers)}
        <div class="documents">{documentNames.map((name) => link(name, help.documents[name][0] ?? name))}</div>
      </nav>
      <HelpContent document={document} />
    </div>
  );
}

function HelpContent({ document }: { document: HelpDocument }) {
  if (document === null) return <PlayersPage />;
  if (document === 'developers') return <Overview />;
  return <LoadedDocument key={document} name={document} />;
}

function titleOf(document: HelpDocument): string {
  const { help } = words;
  if (document === null) return help.title;
  if (document === 'developers') return help.developers;
  return help.documents[document][0] ?? document;
}

function LoadedDocument({ name }: { name: DocumentName }) {
  return (
    <LazyPart load={documents[name]} fallback={<p class="muted">{words.loading}</p>}>
      {({ default: html }) => <Document html={html} />}
    </LazyPart>
  );
}

function Overview() {
  const { help } = words;
  const api = [
    { href: linkTo('/api/docs'), text: help.tryApi },
    { href: linkTo('/api/redoc'), text: help.readApi },
    { href: linkTo('/api/openapi.json'), text: help.openApi },
  ] as const;
  return (
    <div>
      <h1>{help.developers}</h1>
      <p class="muted">{help.about}</p>
      <h2>{help.api}</h2>
      <ul class="cards">
        {api.map(({ href, text: [title = '', about = ''] }) => (
          <DocumentCard key={href} href={href} title={title} about={about} />
        ))}
      </ul>
      <h2>{help.guides}</h2>
      <ul class="cards">
        {documentNames.map((name) => {
          const [title = '', about = ''] = help.documents[name];
          return <DocumentCard key={name} href={linkTo(helpPath(name))} title={title} about={about} />;
        })}
      </ul>
      <p>
        <a href={linkTo('/licences.txt')}>{help.licences}</a>
      </p>
    </div>
  );
}

function DocumentCard({ href, title, about }: { href: string; title: string; about: string }) {
  return (
    <li class="card document-card">
      <h3>
        <a href={href}>{title}</a>
      </h3>
      <p class="muted">{about}</p>
    </li>
  );
}
