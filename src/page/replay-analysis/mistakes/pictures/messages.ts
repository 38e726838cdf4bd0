import type { Mistake } from '../../../../game/mistakes/index.ts';

/** The files of the play, and how the service judged it. */
export interface PictureFiles {
  readonly replay: Uint8Array;
  /** The .osz. */
  readonly beatmap: Uint8Array;
  readonly ignoreFail: boolean;
}

/** The worker responds to each request, in their order. */
export type ToPictureWorker =
  | { readonly kind: 'open'; readonly files: PictureFiles }
  | { readonly kind: 'draw'; readonly mistake: Mistake };

export type FromPictureWorker =
  | { readonly kind: 'opened' }
  | { readonly kind: 'drawn'; readonly picture: ImageBitmap }
  | { readonly kind: 'failed'; readonly message: string };
