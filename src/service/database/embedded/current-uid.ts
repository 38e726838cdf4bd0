/** The id of the user that this process runs as. Every system with an embedded PostgreSQL has one. */
export function currentUid(): number {
  if (process.getuid === undefined) throw new Error('This system has no user ids.');
  return process.getuid();
}
