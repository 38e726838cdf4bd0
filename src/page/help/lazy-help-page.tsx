import { useLazy } from '../use-lazy.ts';
import { words } from '../words/index.ts';

/** Few visitors read the documents, so their code is loaded when one is opened. */
export function LazyHelpPage({ document }: { document: string | null }) {
  const HelpPage = useLazy(true, () => import('./help-page.tsx').then((module) => module.HelpPage));
  return HelpPage ? <HelpPage document={document} /> : <p class="muted">{words.loading}</p>;
}
