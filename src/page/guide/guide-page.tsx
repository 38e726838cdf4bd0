import { useLoaded } from '../loaded.ts';
import { words } from '../words/index.ts';

/** The documents are for few: what shows them comes when one is opened. */
export function GuidePage({ name }: { name: string | null }) {
  const Guide = useLoaded(true, () => import('./guide.tsx').then((module) => module.Guide));
  return Guide ? <Guide name={name} /> : <p class="quiet">{words.loading}</p>;
}
