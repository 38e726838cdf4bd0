/** The amount of light, 0 to 1, of a channel's level from 0 to 255 (sRGB). */
export function toLight(level: number): number {
  const value = level / 255;
  return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4;
}

/** The level from 0 to 255 of an amount of light. */
export function fromLight(light: number): number {
  return 255 * (light <= 0.0031308 ? light * 12.92 : 1.055 * light ** (1 / 2.4) - 0.055);
}
