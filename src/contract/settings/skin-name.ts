/** The name of the skin that the renderer includes and that is always available. */
export const defaultSkin = 'Default';

/** Longer than any name in use, and short enough for a file name with an extension and a suffix. */
export const maxSkinNameLength = 128;

/** The characters of a skin name, as a form field and as a file name. */
export const skinNamePattern = /^[a-zA-Z0-9_ -]+$/;

export function isSkinName(text: string): boolean {
  return text.length <= maxSkinNameLength && skinNamePattern.test(text);
}
