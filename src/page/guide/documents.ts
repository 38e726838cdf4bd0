/** What people who use or run the service read, in the order of how many do. Fetched when somebody opens it. */
export const documents = {
  http: () => import('../../../docs/http.md?raw'),
  bots: () => import('../../../docs/bots.md?raw'),
  errors: () => import('../../../docs/errors.md?raw'),
  settings: () => import('../../../docs/settings.md?raw'),
  commands: () => import('../../../docs/commands.md?raw'),
  beatmaps: () => import('../../../docs/beatmaps.md?raw'),
  deployment: () => import('../../../docs/deployment.md?raw'),
  danser: () => import('../../../docs/danser.md?raw'),
  glossary: () => import('../../../docs/glossary.md?raw'),
} as const satisfies Record<string, () => Promise<{ default: string }>>;

export type DocumentName = keyof typeof documents;

export function isDocument(name: string | null): name is DocumentName {
  return name !== null && Object.hasOwn(documents, name);
}
