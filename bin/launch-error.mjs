/** Something the person at the terminal can act on; it is shown without a stack. */
export class LaunchError extends Error {
  name = 'LaunchError';
}
