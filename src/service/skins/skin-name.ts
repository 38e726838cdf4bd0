import { defaultSkin, isSkinName } from '../../contract/index.ts';
import { Failure } from '../../failure.ts';

const extension = '.osk';

/** The name of the skin in an uploaded file of this name. */
export function skinNameOf(fileName: string): string {
  if (!fileName.toLowerCase().endsWith(extension)) throw new Failure('skin/wrong-extension');
  const name = fileName.slice(0, -extension.length);
  if (!isSkinName(name)) throw new Failure('skin/name-invalid');
  // In any case: someone who asks for `default` means the built-in one.
  if (name.toLowerCase() === defaultSkin.toLowerCase()) throw new Failure('skin/name-reserved');
  return name;
}

export const skinFolder = 'skins/';

export function skinKey(name: string): string {
  return `${skinFolder}${name}${extension}`;
}

/** Where the pictures of what a skin looks like lie, of every version of it. */
export function previewFolder(name: string): string {
  return `previews/${name}${extension}/`;
}

/** The name of the skin in an object of this key; null when no render could ask for it. */
export function skinNameInKey(key: string): string | null {
  if (!key.startsWith(skinFolder) || !key.endsWith(extension)) return null;
  const name = key.slice(skinFolder.length, -extension.length);
  return isSkinName(name) ? name : null;
}
