import { useEffect, useState } from 'preact/hooks';

/** Reports files that are dropped anywhere on the page or pasted; returns whether files are being dragged over it. */
export function useDroppedFiles(onFiles: (files: File[]) => void): boolean {
  const [isDragging, setDragging] = useState(false);
  useEffect(() => {
    const unmounted = new AbortController();
    const on = <K extends keyof WindowEventMap>(name: K, listener: (event: WindowEventMap[K]) => void) =>
      addEventListener(name, listener, { signal: unmounted.signal });
    const take = (data: DataTransfer | null) => {
      const files = [...(data?.files ?? [])];
      if (files.length > 0) onFiles(files);
      return files.length > 0;
    };
    on('dragover', (event) => {
      if (!event.dataTransfer?.types.includes('Files')) return;
      event.preventDefault();
      setDragging(true);
    });
    on('dragleave', ({ relatedTarget }) => relatedTarget === null && setDragging(false));
    on('drop', (event) => {
      event.preventDefault();
      setDragging(false);
      take(event.dataTransfer);
    });
    on('paste', (event) => take(event.clipboardData) && event.preventDefault());
    return () => unmounted.abort();
  }, [onFiles]);
  return isDragging;
}
