import { LazyPart } from '../lazy-part.tsx';
import { words } from '../words/index.ts';

/** Few visitors read the documents, so their code is loaded when one is opened. */
export function LazyHelpPage({ document }: { document: string | null }) {
  return (
    <LazyPart load={() => import('./help-page.tsx')} fallback={<p class="muted">{words.loading}</p>}>
      {({ HelpPage }) => <HelpPage document={document} />}
    </LazyPart>
  );
}
