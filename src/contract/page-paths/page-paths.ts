import { type DocumentName, documentNames } from './document-names.ts';

/** The pages whose address never changes. The service answers 404 to any address that no list of this file contains. */
export const pagePaths = {
  submit: '/',
  list: '/renders',
  skins: '/gallery',
  study: '/study',
  admin: '/admin',
} as const;

/** The pages of a job. Its id follows the path. */
export const jobPagePaths = { watch: '/view', embed: '/embed' } as const;

/** A page of the help: null for players, the overview for developers, or one of its documents. */
export type HelpDocument = null | 'developers' | DocumentName;

export const helpDocuments: readonly HelpDocument[] = [null, 'developers', ...documentNames];

export function helpPath(document: HelpDocument): string {
  return document === null ? '/guide' : `/guide/${document}`;
}
