import type { Mistake } from '../../../../game/mistakes/index.ts';

/** Draws pictures of mistakes. */
export interface PictureSource {
  draw(mistake: Mistake): Promise<ImageBitmap>;
  close(): void;
}

export type OpenPictures = (options: { readonly signal: AbortSignal }) => Promise<PictureSource>;

/** The pictures of the rows that are on the screen. */
export interface RowPictures {
  /** Draws the picture whenever the canvas is on the screen or near it. Returns a function that stops this. */
  show(canvas: HTMLCanvasElement, mistake: Mistake): () => void;
  close(): void;
}

/**
 * Draws the pictures of visible rows, one after the other. The files are downloaded when the first row is visible; without
 * them the rows stay without pictures. Rows far away give their memory back.
 */
export function createRowPictures(open: OpenPictures): RowPictures {
  const closing = new AbortController();
  const mistakes = new Map<Element, Mistake>();
  const waiting = new Set<HTMLCanvasElement>();
  let source: Promise<PictureSource | null> | null = null;
  let isDrawing = false;

  const observer = new IntersectionObserver(
    (entries) => {
      for (const { target, isIntersecting } of entries) {
        const canvas = target as HTMLCanvasElement;
        waiting.delete(canvas);
        if (isIntersecting) waiting.add(canvas);
        else if (canvas.width > 0) canvas.width = canvas.height = 0;
      }
      if (!isDrawing) void drawWaiting();
    },
    { rootMargin: '50%' },
  );

  async function drawWaiting(): Promise<void> {
    isDrawing = true;
    try {
      for (;;) {
        const [canvas] = waiting;
        if (canvas === undefined) return;
        source ??= open(closing).catch(() => null);
        const opened = await source;
        if (opened === null || closing.signal.aborted) return;
        // The row may have left the screen meanwhile.
        if (!waiting.delete(canvas)) continue;
        const mistake = mistakes.get(canvas);
        // A row without a picture still has its sentence.
        const picture = mistake && (await opened.draw(mistake).catch(() => null));
        if (picture) paint(canvas, picture);
      }
    } finally {
      isDrawing = false;
    }
  }

  return {
    show(canvas, mistake) {
      mistakes.set(canvas, mistake);
      observer.observe(canvas);
      return () => {
        observer.unobserve(canvas);
        waiting.delete(canvas);
        mistakes.delete(canvas);
      };
    },
    close() {
      observer.disconnect();
      closing.abort();
      void source?.then((opened) => opened?.close());
    },
  };
}

function paint(canvas: HTMLCanvasElement, picture: ImageBitmap): void {
  canvas.width = picture.width;
  canvas.height = picture.height;
  canvas.getContext('bitmaprenderer')?.transferFromImageBitmap(picture);
}
