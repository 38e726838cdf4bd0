import { readFileSync } from 'node:fs';
import { parse, parseAllDocuments } from 'yaml';

// biome-ignore lint/suspicious/noExplicitAny: a test looks at what it expects.
export type Document = any;

export function yamlFile(path: string): Document {
  return parse(readFileSync(path, 'utf8'), { merge: true });
}

/** Reads all documents of a YAML file; Kubernetes files may contain several. */
export function yamlDocuments(path: string): Document[] {
  return parseAllDocuments(readFileSync(path, 'utf8')).map((document) => {
    if (document.errors.length > 0) throw document.errors[0];
    return document.toJS();
  });
}

/** Reads the variables of a file with lines `NAME=value`. */
export function envFile(path: string): Record<string, string> {
  const lines = readFileSync(path, 'utf8').matchAll(/^([A-Z][A-Z0-9_]*)=(.*)$/gm);
  return Object.fromEntries([...lines].map(([, name, value]) => [name!, value!]));
}

/** The last stage of the Dockerfile. */
export interface Image {
  /** Paths in the build stage and in the image. */
  readonly copies: readonly (readonly [from: string, to: string])[];
  readonly env: Readonly<Record<string, string>>;
  readonly user: string;
  readonly entrypoint: readonly string[];
  readonly command: readonly string[];
  readonly healthcheck: readonly string[];
  readonly baseImage: string;
}

export function readImage(): Image {
  const text = readFileSync('Dockerfile', 'utf8').replaceAll('\\\n', ' ');
  const lines = text
    .slice(text.lastIndexOf('\nFROM '))
    .split('\n')
    .filter((line) => /^[A-Z]/.test(line));
  const all = (instruction: string) =>
    lines.filter((line) => line.startsWith(`${instruction} `)).map((line) => line.slice(instruction.length + 1));
  const last = (instruction: string) => all(instruction).at(-1) ?? '';
  return {
    copies: all('COPY').map((copy) => {
      const [, from, to] = /^--from=build \/app\/(\S+) (\S+)$/.exec(copy) ?? [];
      if (from === undefined || to === undefined) throw new Error(`Unexpected COPY ${copy}`);
      return [from, to];
    }),
    env: Object.fromEntries([...last('ENV').matchAll(/(\w+)=(\S+)/g)].map(([, name, value]) => [name, value])),
    user: last('USER'),
    entrypoint: JSON.parse(last('ENTRYPOINT')),
    command: JSON.parse(last('CMD')),
    healthcheck: JSON.parse(last('HEALTHCHECK').replace(/^.*?CMD /, '')),
    baseImage: /(?<=^ARG NODE=).*$/m.exec(text)?.[0] ?? '',
  };
}
