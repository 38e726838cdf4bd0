import { useEffect } from 'preact/hooks';

/** Reports a skin dropped anywhere on the page; other files are left to other listeners. */
export function useDroppedSkin(onSkin: (file: File) => void): void {
  useEffect(() => {
    const unmounted = new AbortController();
    const options = { signal: unmounted.signal, capture: true };
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
    return () => unmounted.abort();
  }, [onSkin]);
}
