import { expect, test } from 'vitest';
import { routeOf } from './router.ts';

test.each([
  ['/', { page: 'submit' }],
  ['/renders', { page: 'list' }],
  ['/gallery', { page: 'skins' }],
  ['/study', { page: 'study' }],
  ['/guide', { page: 'help', document: null }],
  ['/guide/developers', { page: 'help', document: 'developers' }],
  ['/guide/http', { page: 'help', document: 'http' }],
  ['/guide/nothing', { page: 'missing' }],
  ['/view/a%20b', { page: 'watch', id: 'a b' }],
  ['/embed/a%20b', { page: 'embed', id: 'a b' }],
  ['/view/%E0%A4%A', { page: 'missing' }],
  ['/embed/%', { page: 'missing' }],
  ['/view', { page: 'missing' }],
  ['/view/', { page: 'missing' }],
  // The service redirects it.
  ['/renders/', { page: 'missing' }],
  ['/videos', { page: 'missing' }],
  ['/renders/old', { page: 'missing' }],
  ['/guide/http/more', { page: 'missing' }],
  [null, { page: 'missing' }],
] as const)('the path %s is %j', (path, route) => {
  expect(routeOf(path)).toEqual(route);
});
