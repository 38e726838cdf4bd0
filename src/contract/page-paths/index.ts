export { type DocumentName, documentNames, isDocumentName } from './document-names.ts';
export { type HelpDocument, helpDocuments, helpPath, jobPagePaths, pagePaths } from './page-paths.ts';
