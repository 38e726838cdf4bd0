import { en, type Words } from './en.ts';

/** A text, a text with values in it, or a pair of texts. */
export type Text = string | ((...values: never[]) => string) | readonly string[];

type PartOf<T> = T extends Text ? T : { readonly [Key in keyof T]?: PartOf<T[Key]> };

/** The texts in another language; those that it leaves out are shown in English. */
export type Translation = PartOf<Words>;

interface Group {
  readonly [key: string]: Text | Group;
}

const isGroup = (value: Text | Group): value is Group => typeof value === 'object' && !Array.isArray(value);

/** All texts: those of the translation, and the English ones that it leaves out. */
export function withEnglish(translation: Translation): Words {
  return merged(en, translation as Group) as Words;
}

function merged(english: Group, translated: Group): Group {
  return Object.fromEntries(
    Object.entries(english).map(([key, text]) => {
      const own = translated[key] ?? text;
      return [key, isGroup(text) && isGroup(own) ? merged(text, own) : own];
    }),
  );
}

/** Every text by its path, such as `watch.stages.waiting`. */
export function textsByPath(texts: Group): ReadonlyMap<string, Text> {
  return new Map(pathsOf(texts, ''));
}

function pathsOf(group: Group, prefix: string): [path: string, text: Text][] {
  return Object.entries(group).flatMap(([key, value]): [string, Text][] =>
    isGroup(value) ? pathsOf(value, `${prefix}${key}.`) : [[prefix + key, value]],
  );
}
