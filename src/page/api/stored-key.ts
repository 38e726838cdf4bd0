import { readPreference, storePreference, useStoredPreference } from '../stored-preference.ts';

/** The key that the viewer has entered, in this browser; empty: none. */
const name = 'key';

function isKey(value: unknown): value is string {
  return typeof value === 'string' && /^[\x21-\x7e]{0,200}$/.test(value);
}

/** Whether the service accepts submissions and uploads only with a key. */
export function isKeyRequired(): boolean {
  return document.documentElement.dataset.requiresKey === 'true';
}

export function useStoredKey() {
  return useStoredPreference<string>(name, '', isKey);
}

/** The headers of a request, with the key if there is one. */
export function keyHeaders(): Record<string, string> {
  const key = readPreference(name, isKey) ?? '';
  return key === '' ? {} : headersWith(key);
}

export function headersWith(key: string): Record<string, string> {
  return { authorization: `Bearer ${key}` };
}

/** Called when the service has refused the key: it would refuse every other request with it, too. */
export function forgetKey(): void {
  storePreference(name, '');
}
