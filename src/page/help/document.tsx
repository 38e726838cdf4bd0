import { useEffect } from 'preact/hooks';

/** A document of the repository. Its HTML comes from the build, so it is trusted. */
export function Document({ html }: { html: string }) {
  useEffect(() => {
    // The browser looked for the anchor before the document was loaded.
    if (location.hash !== '') document.getElementById(location.hash.slice(1))?.scrollIntoView();
  }, [html]);
  return <article class="document" lang="en" dangerouslySetInnerHTML={{ __html: html }} />;
}
