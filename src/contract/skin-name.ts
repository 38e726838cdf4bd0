/** The name of the skin that is always there, because the renderer brings it along. */
export const defaultSkin = 'Default';

/** Longer than any name in use, short enough to be a file name with its ending and a suffix behind it. */
const maxSkinNameLength = 128;

/** What a skin may be called, in a form field and as a file name: letters, digits, spaces, hyphens, underscores. */
export function isSkinName(text: string): boolean {
  return text.length <= maxSkinNameLength && /^[a-zA-Z0-9_ -]+$/.test(text);
}
