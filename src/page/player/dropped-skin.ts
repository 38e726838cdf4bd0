import { useEffect } from 'preact/hooks';

/** A skin that is dropped anywhere on the page. Other files are left to whoever else takes some. */
export function useDroppedSkin(onSkin: (file: File) => void): void {
  useEffect(() => {
    const leaving = new AbortController();
    const options = { signal: leaving.signal, capture: true };
    addEventListener(
      'dragover',
      (event) => event.dataTransfer?.types.includes('Files') && event.preventDefault(),
      options,
    );
    addEventListener(
      'drop',
      (event) => {
        const file = [...(event.dataTransfer?.files ?? [])].find(({ name }) => /\.osk$/i.test(name));
        if (!file) return;
        event.preventDefault();
        onSkin(file);
      },
      options,
    );
    return () => leaving.abort();
  }, [onSkin]);
}
