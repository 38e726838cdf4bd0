import { expect, test } from 'vitest';
import { jobListQuery } from '../../contract/index.ts';
import { countFilters, listQuery, readListFilter } from './list-filter.ts';

const queryOf = (address: string) => String(listQuery(readListFilter(new URLSearchParams(address)), 24));

test.each([
  ['', ''],
  ['mine=true', '&mine=true&removed=false'],
  ['mine=true&status=removed', '&mine=true&removed=true'],
  ['status=removed', ''],
  ['status=active', '&status=queued%2Cdownloading%2Crendering'],
  ['status=failed', '&status=failed&cancelled=false'],
  ['status=cancelled', '&status=failed&cancelled=true'],
  ['mods=HD,DT', '&mods=DT%2CHD'],
  ['grade=SS,A', '&grade=X%2CXH%2CA'],
  ['grade=F', '&grade=F'],
  ['min_stars=5&max_stars=6.5', '&min_stars=5&max_stars=6.5'],
  ['q=東方', '&q=%E6%9D%B1%E6%96%B9'],
  ['mine=1&status=done&mods=XX&grade=Z&min_stars=-1&max_stars=a&page=-3', ''],
])('the address %j requests what it says, and the API accepts it', (address, query) => {
  expect(queryOf(address)).toBe(`limit=24&offset=0${query}`);
  expect(jobListQuery.safeParse(Object.fromEntries(new URLSearchParams(queryOf(address)))).success).toBe(true);
});

test('pages start at 1', () => {
  expect(queryOf('page=3')).toBe('limit=24&offset=48');
});

test('the number of filters counts each mod, each grade and each bound', () => {
  expect(countFilters(readListFilter(new URLSearchParams('mods=HD,DT&grade=S&min_stars=5&q=x&status=failed')))).toBe(4);
});
