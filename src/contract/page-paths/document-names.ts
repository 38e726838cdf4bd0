/** The documents on the help pages, the most widely read first. */
export const documentNames = [
  'http',
  'bots',
  'errors',
  'settings',
  'commands',
  'study',
  'beatmaps',
  'deployment',
  'danser',
  'glossary',
] as const;

export type DocumentName = (typeof documentNames)[number];

export function isDocumentName(name: string | null): name is DocumentName {
  return documentNames.some((documentName) => documentName === name);
}
