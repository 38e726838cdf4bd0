import { type Grade, isFinished, type JobStatus, jobStatuses } from '../../contract/settings/index.ts';

/** The statuses that the list can be filtered by; a cancelled job is not a failed one. */
const statusFilters = ['active', 'completed', 'failed', 'cancelled', 'removed'] as const;
export type StatusFilter = (typeof statusFilters)[number];

/** Viewers can look for removed videos among their own, which are otherwise without them. */
export function statusFiltersOf(isMine: boolean): readonly StatusFilter[] {
  return statusFilters.filter((status) => isMine || status !== 'removed');
}

/** The mods that the list can be filtered by, in the order of the game; NM is none. */
export const modFilters = ['NM', 'EZ', 'NF', 'HT', 'HR', 'SD', 'DT', 'HD', 'FL'] as const;

/** The grades as the game shows them, with those of the API. */
export const gradeFilters = {
  SS: ['X', 'XH'],
  S: ['S', 'SH'],
  A: ['A'],
  B: ['B'],
  C: ['C'],
  D: ['D'],
  F: ['F'],
} as const satisfies Record<string, readonly Grade[]>;
export type GradeFilter = keyof typeof gradeFilters;

/** What the viewer looks for, as the address of the page has it. */
export interface ListFilter {
  readonly q: string;
  readonly isMine: boolean;
  readonly status: StatusFilter | null;
  readonly mods: readonly string[];
  readonly grades: readonly GradeFilter[];
  /** Empty: no limit. */
  readonly minStars: string;
  readonly maxStars: string;
  /** Starts at 1. */
  readonly page: number;
}

/** Reads the address of the page; what the list does not know is ignored. */
export function readListFilter(search: URLSearchParams): ListFilter {
  const isMine = search.get('mine') === 'true';
  const list = (name: string) => (search.get(name) ?? '').split(',');
  return {
    q: (search.get('q') ?? '').slice(0, 100),
    isMine,
    status: statusFiltersOf(isMine).find((status) => status === search.get('status')) ?? null,
    mods: modFilters.filter((mod) => list('mods').includes(mod)),
    grades: (Object.keys(gradeFilters) as GradeFilter[]).filter((grade) => list('grade').includes(grade)),
    minStars: starsOf(search.get('min_stars')),
    maxStars: starsOf(search.get('max_stars')),
    page: Math.max(1, Math.floor(Number(search.get('page'))) || 1),
  };
}

/** A number of stars that the API accepts; otherwise empty. */
export function starsOf(text: string | null): string {
  return text !== null && /^\d{1,2}(\.\d{1,2})?$/.test(text) ? text : '';
}

/** How many filters of the panel are set. */
export function countFilters({ mods, grades, minStars, maxStars }: ListFilter): number {
  return mods.length + grades.length + (minStars === '' ? 0 : 1) + (maxStars === '' ? 0 : 1);
}

const statusQueries: Readonly<Record<StatusFilter, Readonly<Record<string, string>>>> = {
  active: { status: jobStatuses.filter((status: JobStatus) => !isFinished(status)).join() },
  completed: { status: 'completed' },
  failed: { status: 'failed', cancelled: 'false' },
  cancelled: { status: 'failed', cancelled: 'true' },
  removed: { removed: 'true' },
};

/** The query of the API for a page of the list. */
export function listQuery(filter: ListFilter, pageSize: number): URLSearchParams {
  const { q, isMine, status, mods, grades, minStars, maxStars, page } = filter;
  return new URLSearchParams({
    limit: String(pageSize),
    offset: String((page - 1) * pageSize),
    ...(isMine && { mine: 'true', removed: 'false' }),
    ...(status !== null && statusQueries[status]),
    ...(mods.length > 0 && { mods: mods.join() }),
    ...(grades.length > 0 && { grade: grades.flatMap((grade): readonly Grade[] => gradeFilters[grade]).join() }),
    ...(minStars !== '' && { min_stars: minStars }),
    ...(maxStars !== '' && { max_stars: maxStars }),
    ...(q !== '' && { q }),
  });
}
