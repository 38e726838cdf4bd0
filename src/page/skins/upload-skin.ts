import type { RepriseError } from '../../../clients/typescript/src/index.ts';
import { postForm, type UploadOptions } from '../api/request.ts';
import { type RetryOptions, type UploadState, uploadWithRetry } from '../api/upload-with-retry.ts';
import { linkTo } from '../link-to.ts';

/** The state of a skin file. */
export type SkinState = { readonly is: 'reading' | 'ready' } | UploadState<unknown>;

export interface SkinUploadOptions extends Pick<RetryOptions<unknown>, 'signal' | 'onState'> {
  readonly name: string;
}

/** Uploads a skin file under a name. Returns false if it was rejected or cancelled. */
export async function uploadSkin(file: File, { name, ...options }: SkinUploadOptions): Promise<boolean> {
  const form = new FormData();
  form.set('skin', file, `${name}.osk`);
  const upload = (request: UploadOptions) => postForm(linkTo('/v1/skins/upload'), form, request);
  return (await uploadWithRetry(upload, { ...options, isAboutFile })) !== null;
}

/** The name of a skin can be changed, its file cannot. */
function isAboutFile({ status, code }: RepriseError): boolean {
  return [400, 413, 415, 422].includes(status) && !code.startsWith('skin/name-');
}
