import { useEffect, useMemo } from 'preact/hooks';
import { createRowPictures, type OpenPictures, type RowPictures } from './row-pictures.ts';

/** The pictures of the rows, until the list is removed; null if there are none. */
export function useRowPictures(open: OpenPictures | null): RowPictures | null {
  const pictures = useMemo(() => open && createRowPictures(open), [open]);
  useEffect(() => () => pictures?.close(), [pictures]);
  return pictures;
}
