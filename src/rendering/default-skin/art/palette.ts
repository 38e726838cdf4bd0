/** The colours of the default skin: bright enough for dark backgrounds, deep enough for bright ones. */
export const palette = {
  white: '#ffffff',
  /** Panels and outlines. */
  ink: '#0d111c',
  great: '#62cdff',
  ok: '#7be495',
  meh: '#ffc65c',
  miss: '#ff4f6d',
  gold: '#ffd76a',
  silver: '#dfe8f5',
  violet: '#b79bff',
} as const;

/** A `#rrggbb` colour at an opacity of 0 to 1. */
export function faded(colour: string, alpha: number): string {
  const byte = Math.round(alpha * 255);
  return `${colour}${byte.toString(16).padStart(2, '0')}`;
}

/** Mixes two `#rrggbb` colours: 0 is the first, 1 the second. */
export function blend(from: string, to: string, share: number): string {
  const channels = [1, 3, 5].map((at) => {
    const [a, b] = [from, to].map((colour) => Number.parseInt(colour.slice(at, at + 2), 16));
    return Math.round(a! + (b! - a!) * share)
      .toString(16)
      .padStart(2, '0');
  });
  return `#${channels.join('')}`;
}
