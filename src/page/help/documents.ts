import type { DocumentName } from '../../contract/page-paths/index.ts';

/** The HTML of each document, which the build makes from Markdown; loaded when a document is opened. */
export const documents: Readonly<Record<DocumentName, () => Promise<{ default: string }>>> = {
  http: () => import('../../../docs/http.md'),
  bots: () => import('../../../docs/bots.md'),
  errors: () => import('../../../docs/errors.md'),
  settings: () => import('../../../docs/settings.md'),
  commands: () => import('../../../docs/commands.md'),
  study: () => import('../../../docs/study.md'),
  beatmaps: () => import('../../../docs/beatmaps.md'),
  deployment: () => import('../../../docs/deployment.md'),
  danser: () => import('../../../docs/danser.md'),
  glossary: () => import('../../../docs/glossary.md'),
};
