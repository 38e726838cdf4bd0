import { readFileSync } from 'node:fs';
import { parse, parseAllDocuments } from 'yaml';

// biome-ignore lint/suspicious/noExplicitAny: a test looks at what it expects.
export type Document = any;

export function yamlFile(path: string): Document {
  return parse(readFileSync(path, 'utf8'), { merge: true });
}

/** A file of Kubernetes may hold several. */
export function yamlDocuments(path: string): Document[] {
  return parseAllDocuments(readFileSync(path, 'utf8')).map((document) => {
    if (document.errors.length > 0) throw document.errors[0];
    return document.toJS();
  });
}

/** The variables a file of lines `NAME=value` sets. */
export function envFile(path: string): Record<string, string> {
  const lines = readFileSync(path, 'utf8').matchAll(/^([A-Z][A-Z0-9_]*)=(.*)$/gm);
  return Object.fromEntries([...lines].map(([, name, value]) => [name!, value!]));
}

/** The last stage of the Dockerfile: what the image holds and does. */
export interface Image {
  /** From the build's folder to the image's. */
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
  const after = (word: string) =>
    lines.filter((line) => line.startsWith(`${word} `)).map((line) => line.slice(word.length + 1));
  const only = (word: string) => after(word).at(-1) ?? '';
  return {
    copies: after('COPY').map((copy) => {
      const [, from, to] = /^--from=build \/app\/(\S+) (\S+)$/.exec(copy)!;
      return [from!, to!];
    }),
    env: Object.fromEntries([...only('ENV').matchAll(/(\w+)=(\S+)/g)].map(([, name, value]) => [name, value])),
    user: only('USER'),
    entrypoint: JSON.parse(only('ENTRYPOINT')),
    command: JSON.parse(only('CMD')),
    healthcheck: JSON.parse(only('HEALTHCHECK').replace(/^.*?CMD /, '')),
    baseImage: text.match(/^ARG NODE=(.*)$/m)![1]!,
  };
}
