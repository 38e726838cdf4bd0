import { execFile } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import type { Document } from './deployment-files.ts';

/**
 * Checks documents against the schemas of Kubernetes and returns the problems. The package kubernetes-types has these schemas
 * as TypeScript types, generated from Kubernetes' OpenAPI document. The compiler checks each document as a literal of its
 * type, and therefore also finds misspelt fields, which JSON schemas of Kubernetes allow.
 */
export async function schemaProblems(documents: readonly Document[]): Promise<string[]> {
  mkdirSync('.build', { recursive: true });
  // The compiler finds the package only from a folder inside the repository.
  const folder = mkdtempSync(resolve('.build', 'kubernetes-'));
  try {
    const literals = documents.map(
      (document, index) =>
        `export const document${index}: Required<Pick<${typeOf(document)}, 'apiVersion' | 'kind' | 'metadata'>> & ` +
        `${typeOf(document)} = ${JSON.stringify(document)};`,
    );
    writeFileSync(join(folder, 'documents.ts'), literals.join('\n'));
    writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify({ compilerOptions, files: ['documents.ts'] }));
    await promisify(execFile)(process.execPath, ['node_modules/typescript/bin/tsc', '-p', folder]);
    return [];
  } catch (error) {
    return (error as { stdout: string }).stdout.split('\n').filter((line) => line !== '');
  } finally {
    rmSync(folder, { recursive: true });
  }
}

const compilerOptions = { noEmit: true, strict: true, skipLibCheck: true, moduleResolution: 'bundler', types: [] };

/** The core group has no name in `apiVersion`, and the package leaves out `.k8s.io`. */
function typeOf({ apiVersion, kind }: Document): string {
  if (apiVersion === 'keda.sh/v1alpha1')
    return `import('${resolve('test/support/deployment/keda-types.d.ts')}').${kind}`;
  const [version, group = 'core'] = apiVersion.split('/').reverse();
  return `import('kubernetes-types/${group.replace('.k8s.io', '')}/${version}').${kind}`;
}
