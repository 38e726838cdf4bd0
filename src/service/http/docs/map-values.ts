export function mapValues<V, R>(object: Readonly<Record<string, V>>, change: (value: V, key: string) => R) {
  return Object.fromEntries(Object.entries(object).map(([key, value]) => [key, change(value, key)]));
}
