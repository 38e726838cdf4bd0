import { defaultSkin, isSkinName } from '../../contract/index.ts';
import { Failure } from '../../failure.ts';

const extension = '.osk';

/** The skin's name, from the name of an uploaded file. */
export function skinNameOf(fileName: string): string {
  if (!fileName.toLowerCase().endsWith(extension)) throw new Failure('skin/wrong-extension');
  const name = fileName.slice(0, -extension.length);
  if (!isSkinName(name)) throw new Failure('skin/name-invalid');
  // Ignoring case: a client that sends `default` means the built-in skin.
  if (name.toLowerCase() === defaultSkin.toLowerCase()) throw new Failure('skin/name-reserved');
  return name;
}

export const skinFolder = 'skins/';

export function skinKey(name: string): string {
  return `${skinFolder}${name}${extension}`;
}

/** The storage folder with the previews of all versions of a skin. */
export function previewFolder(name: string): string {
  return `previews/${name}${extension}/`;
}

/** The skin's name, from its storage key; null if no render could request it. */
export function skinNameInKey(key: string): string | null {
  if (!key.startsWith(skinFolder) || !key.endsWith(extension)) return null;
  const name = key.slice(skinFolder.length, -extension.length);
  return isSkinName(name) ? name : null;
}
