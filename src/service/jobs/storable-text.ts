/** Removes NUL, which PostgreSQL refuses in text and which a player's name or a worker's error may contain. */
export function withoutNul<T extends string | null>(text: T): T {
  return (text?.replaceAll('\0', '') ?? null) as T;
}
