import { defaultSkin, isSkinName, maxSkinNameLength } from '../../contract/settings/index.ts';

/** With fewer letters and digits, a file name has lost its meaning, and the name in the skin.ini may have kept it. */
const minLetters = 3;

/**
 * Proposes a name that the service allows: the file name if possible, else what is left of it or of the skin's own name
 * without the characters that are not allowed.
 */
export function proposeSkinName(fileName: string, nameInIni: string): string {
  const base = fileName.replace(/\.osk$/i, '');
  if (isSkinName(base) && base === base.trim()) return isReserved(base) ? nextSkinName(base) : base;
  const [fromFile, fromIni] = [allowedPartOf(base), allowedPartOf(nameInIni)];
  const isFileBetter = lettersIn(fromFile) >= Math.min(minLetters, lettersIn(fromIni));
  const name = (isFileBetter ? fromFile : fromIni) || 'My skin';
  return isReserved(name) ? nextSkinName(name) : name;
}

/** The name to try if this one is taken: `Skin`, `Skin 2`, `Skin 3` … */
export function nextSkinName(name: string): string {
  const [, base = name, number] = /^(.+) (\d{1,4})$/.exec(name) ?? [];
  const suffix = ` ${Number(number ?? 1) + 1}`;
  return base.slice(0, maxSkinNameLength - suffix.length).trimEnd() + suffix;
}

export type SkinNameProblem = 'invalid' | 'reserved' | 'duplicate';

/** Why the service would refuse a name, or null; `others` are the names of the files that are uploaded with it. */
export function skinNameProblem(name: string, others: readonly string[]): SkinNameProblem | null {
  if (!isSkinName(name.trim())) return 'invalid';
  if (isReserved(name.trim())) return 'reserved';
  return others.some((other) => isSameName(other, name)) ? 'duplicate' : null;
}

/** The service does not distinguish capitals. */
export function isSameName(a: string, b: string): boolean {
  return a.trim().toLowerCase() === b.trim().toLowerCase();
}

function isReserved(name: string): boolean {
  return isSameName(name, defaultSkin);
}

/** Letters lose their accents, versions keep their digits apart (`2.0` becomes `2-0`), and the rest becomes spaces. */
function allowedPartOf(text: string): string {
  return text
    .normalize('NFKD')
    .replace(/[\p{Mark}'’]/gu, '')
    .replace(/(?<=\d)\.(?=\d)/g, '-')
    .replace(/[^a-zA-Z0-9_-]+/g, ' ')
    .slice(0, maxSkinNameLength)
    .replace(/^[ _-]+|[ _-]+$/g, '');
}

function lettersIn(name: string): number {
  return name.replace(/[ _-]/g, '').length;
}
