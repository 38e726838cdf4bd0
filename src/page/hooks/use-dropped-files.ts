import { useEffect, useState } from 'preact/hooks';
import { showStatus } from '../components/status-message.tsx';
import { words } from '../words/index.ts';
import { filesInFolders, isFolder } from './files-in-folders.ts';

/**
 * Reports files that are dropped anywhere on the page or pasted; returns whether files are being dragged over it. Of a
 * dropped folder, it reports the files whose names match `inFolders`, because a folder may contain anything else, too; with
 * null, it ignores folders.
 */
export function useDroppedFiles(
  onFiles: (files: File[]) => void,
  { inFolders }: { readonly inFolders: RegExp | null },
): boolean {
  const [isDragging, setDragging] = useState(false);
  useEffect(() => {
    const unmounted = new AbortController();
    const on = <K extends keyof WindowEventMap>(name: K, listener: (event: WindowEventMap[K]) => void) =>
      addEventListener(name, listener, { signal: unmounted.signal });
    const take = (data: DataTransfer | null) => {
      // The entries can be read only during the event.
      const items = [...(data?.items ?? [])].filter(({ kind }) => kind === 'file');
      const folders = items.map((item) => item.webkitGetAsEntry()).filter(isFolder);
      if (folders.length > 0) {
        const files = items.filter((item) => !isFolder(item.webkitGetAsEntry())).map((item) => item.getAsFile());
        void takeFolders(
          folders,
          files.filter((file) => file !== null),
        );
        return true;
      }
      const files = [...(data?.files ?? [])];
      if (files.length > 0) onFiles(files);
      return files.length > 0;
    };
    const takeFolders = async (folders: readonly FileSystemDirectoryEntry[], others: readonly File[]) => {
      const files = inFolders === null ? others : [...others, ...(await filesInFolders(folders, inFolders))];
      if (unmounted.signal.aborted) return;
      if (files.length > 0) onFiles([...files]);
      else if (inFolders !== null) showStatus(words.submit.nothingInFolder);
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
