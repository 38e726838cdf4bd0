import { LazyPart } from '../lazy-part.tsx';
import { linkTo } from '../link-to.ts';
import { usePageTitle } from '../use-page-title.ts';
import { words } from '../words/index.ts';
import { Document } from './document.tsx';
import { type DocumentName, documentNames, isDocumentName } from './document-names.ts';
import { documents } from './documents.ts';

/** The documents and an overview of them. */
export function HelpPage({ document }: { document: string | null }) {
  const { help } = words;
  usePageTitle((isDocumentName(document) && help.documents[document][0]) || help.title);
  return (
    <div class="help">
      <nav aria-label={help.title}>
        <a href={linkTo('/guide')} aria-current={document === null ? 'page' : undefined}>
          {help.title}
        </a>
        {documentNames.map((name) => (
          <a key={name} href={linkTo(`/guide/${name}`)} aria-current={name === document ? 'page' : undefined}>
            {help.documents[name][0]}
          </a>
        ))}
      </nav>
      {isDocumentName(document) ? <LoadedDocument key={document} name={document} /> : <Overview />}
    </div>
  );
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
      <h1>{help.title}</h1>
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
          return <DocumentCard key={name} href={linkTo(`/guide/${name}`)} title={title} about={about} />;
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
