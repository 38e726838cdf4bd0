/** An error that the user can act on; it is printed without a stack. */
export class LaunchError extends Error {
  name = 'LaunchError';
}
