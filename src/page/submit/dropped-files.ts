import { useEffect, useState } from 'preact/hooks';

/** Files dropped anywhere on the page or pasted into it; answers whether some are being held over it. */
export function useDroppedFiles(onFiles: (files: File[]) => void): boolean {
  const [held, setHeld] = useState(false);
  useEffect(() => {
    const leaving = new AbortController();
    const on = <K extends keyof WindowEventMap>(name: K, react: (event: WindowEventMap[K]) => void) =>
      addEventListener(name, react, { signal: leaving.signal });
    const take = (data: DataTransfer | null) => {
      const files = [...(data?.files ?? [])];
      if (files.length > 0) onFiles(files);
      return files.length > 0;
    };
    on('dragover', (event) => {
      if (!event.dataTransfer?.types.includes('Files')) return;
      event.preventDefault();
      setHeld(true);
    });
    on('dragleave', ({ relatedTarget }) => relatedTarget === null && setHeld(false));
    on('drop', (event) => {
      event.preventDefault();
      setHeld(false);
      take(event.dataTransfer);
    });
    on('paste', (event) => take(event.clipboardData) && event.preventDefault());
    return () => leaving.abort();
  }, [onFiles]);
  return held;
}
