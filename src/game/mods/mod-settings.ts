import type { LazerMod } from '../replay/index.ts';

/** Typed access to the settings of a lazer mod. Values of the wrong type count as missing; numbers are clamped. */
export interface ModSettings {
  number(key: string, range: { default: number; min: number; max: number }): number;
  /** Null if the mod does not change the value. */
  optionalNumber(key: string, range: { min: number; max: number }): number | null;
  boolean(key: string, byDefault: boolean): boolean;
  /** By number, numeric text or name: files contain all three. The default is the first name unless specified. */
  choice<const Name extends string>(key: string, names: readonly [Name, ...Name[]], byDefault?: Name): Name;
}

/** Creates a reader for the settings of a mod. */
export function readModSettings(mod: LazerMod): ModSettings {
  const value = (key: string): unknown => (Object.hasOwn(mod.settings, key) ? mod.settings[key] : undefined);

  function optionalNumber(key: string, { min, max }: { min: number; max: number }): number | null {
    const written = value(key);
    const number = typeof written === 'string' && written.trim() !== '' ? Number(written) : written;
    return typeof number === 'number' && Number.isFinite(number) ? Math.min(max, Math.max(min, number)) : null;
  }

  return {
    optionalNumber,
    number: (key, range) => optionalNumber(key, range) ?? range.default,
    boolean(key, byDefault) {
      const written = value(key);
      return typeof written === 'boolean' ? written : byDefault;
    },
    choice(key, names, byDefault = names[0]) {
      const written = String(value(key) ?? byDefault).toLowerCase();
      return names[Number(written)] ?? names.find((name) => name === written) ?? byDefault;
    },
  };
}
