/** Text as PostgreSQL can keep it: it refuses NUL, which a replay's player name or a worker's error may well hold. */
export function printable<T extends string | null>(text: T): T {
  return (text?.replaceAll('\0', '') ?? null) as T;
}
