/**
 * The address of a path of the service: the service may be offered below the path of its public URL. Links in the service's
 * responses are such addresses already.
 */
export function linkTo(path: string): string {
  return basePath() + path;
}

/** The path of the service that an address of this origin stands for; null if the address is not the service's. */
export function pathOf(address: string): string | null {
  const base = basePath();
  if (address === base) return '/';
  return address.startsWith(`${base}/`) ? address.slice(base.length) : null;
}

function basePath(): string {
  return document.documentElement.dataset.basePath ?? '';
}
