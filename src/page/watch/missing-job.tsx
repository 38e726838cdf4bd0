import { NextSteps } from '../components/next-steps.tsx';
import { usePageTitle } from '../hooks/use-page-title.ts';
import { words } from '../words/index.ts';

/** The page of an address with an unknown job. */
export function MissingJob() {
  const { missingJob } = words.watch;
  usePageTitle(missingJob.title);
  return (
    <section>
      <h1>{missingJob.title}</h1>
      <p>{missingJob.about}</p>
      <NextSteps />
    </section>
  );
}
