import { useEffect, useState } from 'preact/hooks';
import { Trouble } from '../trouble.tsx';
import { words } from '../words/index.ts';
import { Document } from './document.tsx';
import { type DocumentName, documents, isDocument } from './documents.ts';

/** The way to everything there is to read, and each document of it. */
export function Guide({ name }: { name: string | null }) {
  const { help } = words;
  return (
    <div class="guide">
      <nav aria-label={help.title}>
        <a href="/guide" aria-current={name === null ? 'page' : undefined}>
          {help.title}
        </a>
        {(Object.keys(documents) as DocumentName[]).map((known) => (
          <a key={known} href={`/guide/${known}`} aria-current={known === name ? 'page' : undefined}>
            {help.documents[known][0]}
          </a>
        ))}
      </nav>
      {isDocument(name) ? <Opened key={name} name={name} /> : <Overview />}
    </div>
  );
}

function Opened({ name }: { name: DocumentName }) {
  const [source, setSource] = useState<string | null>(null);
  const [error, setError] = useState<unknown>(null);
  useEffect(() => {
    documents[name]().then((module) => setSource(module.default), setError);
  }, [name]);
  if (error !== null) return <Trouble error={error} />;
  return source === null ? <p class="quiet">{words.loading}</p> : <Document source={source} />;
}

function Overview() {
  const { help } = words;
  const api = [
    { href: '/api/docs', text: help.tryApi },
    { href: '/api/redoc', text: help.readApi },
    { href: '/api/openapi.json', text: help.openApi },
  ] as const;
  return (
    <div>
      <h1>{help.title}</h1>
      <p class="quiet">{help.about}</p>
      <h2>{help.api}</h2>
      <ul class="cards">
        {api.map(({ href, text: [title = '', about = ''] }) => (
          <GuideCard key={href} href={href} title={title} about={about} />
        ))}
      </ul>
      <h2>{help.guides}</h2>
      <ul class="cards">
        {(Object.keys(documents) as DocumentName[]).map((name) => {
          const [title = '', about = ''] = help.documents[name];
          return <GuideCard key={name} href={`/guide/${name}`} title={title} about={about} />;
        })}
      </ul>
    </div>
  );
}

function GuideCard({ href, title, about }: { href: string; title: string; about: string }) {
  return (
    <li class="card guide-card">
      <h3>
        <a href={href}>{title}</a>
      </h3>
      <p class="quiet">{about}</p>
    </li>
  );
}
