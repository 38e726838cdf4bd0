import { z } from 'zod';
import { parseJobId } from './job-id.ts';
import { grades } from './settings/grades.ts';
import { jobStatuses } from './settings/job-status.ts';
import { parseFlag } from './settings/parse-value.ts';

const maxPageSize = 100;
const maxQueryLength = 100;
const maxMods = 20;
const maxPlayerLength = 64;
const maxCursorLength = 100;
const defaultPageSize = 20;
const limitError = `Must be a whole number from 1 to ${maxPageSize}.`;
const offsetError = 'Must be a whole number, 0 or larger.';
const statusError = `Must be ${oneOrMoreOf(jobStatuses)}.`;
const queryError = `Must be a text of at most ${maxQueryLength} characters.`;
const flagError = 'Must be true or false.';
const modsError = `Must be up to ${maxMods} acronyms of mods with commas between them, such as HD,DT; NM stands for no mods.`;
const gradeError = `Must be ${oneOrMoreOf(grades)}.`;
const playerError = `Must be the name of a player, of 1 to ${maxPlayerLength} characters.`;
const beatmapError = 'Must be the id of a beatmap on osu!, such as 2190499, or the MD5 of its file: 32 hex digits.';
const replayError =
  'Must be the SHA-256 of a replay file, 64 hex digits, or the MD5 that the replay carries, 32 hex digits.';
const idsError = `Must be up to ${maxPageSize} ids of jobs with commas between them.`;
const createdAfterError = 'Must be a time with its zone, such as 2026-01-31T12:00:00Z, or a date.';
const cursorError = 'Must be the next_cursor of an earlier page, or empty for the first page.';
const starsError = 'Must be a number of stars, such as 5 or 6.25.';

const bounded =
  'With this filter, the list returns and counts at most the 1,000 newest jobs. It leaves out jobs of older versions of the ' +
  'service, which did not store it.';

const counted = 'The total then counts at most 1,000 jobs.';

/** The query of the list of jobs. */
export const jobListQuery = z.object({
  limit: z.preprocess(wholeNumber, z.int(limitError).min(1, limitError).max(maxPageSize, limitError).optional()).meta({
    description: `Maximum number of jobs on the page: ${defaultPageSize} by default, and ${maxPageSize} with ids.`,
    default: defaultPageSize,
  }),
  offset: z
    .preprocess(wholeNumber, z.int(offsetError).min(0, offsetError).default(0))
    .describe('Number of jobs to skip, from the newest. Not together with a cursor.'),
  status: commaSeparated((text) => jobStatuses.find((status) => status === text), { error: statusError }).describe(
    'Only jobs with this status. With several, separated by commas, the list returns and counts at most the 1,000 newest jobs.',
  ),
  cancelled: flag().describe(
    'true: only cancelled jobs. false: only jobs that were not cancelled. The list then returns and counts at most the ' +
      '1,000 newest jobs.',
  ),
  mine: flag().describe('true: only jobs that the client of this request has submitted.'),
  removed: flag().describe(
    'true: only jobs whose files were removed, by their client or by the retention. false: only jobs whose files were not ' +
      'removed. Only together with mine=true.',
  ),
  mods: commaSeparated(modOf, { error: modsError, max: maxMods }).describe(
    'Only plays with all of these mods: acronyms, separated by commas. DT also finds NC, HT also DC, and SD also PF. NM finds ' +
      `plays without mods other than CL. ${bounded}`,
  ),
  grade: commaSeparated((text) => grades.find((grade) => grade === text), { error: gradeError }).describe(
    `Only plays with this grade, or with one of several, separated by commas. ${bounded}`,
  ),
  min_stars: stars().describe(`Only beatmaps with at least this star rating, mods included. ${bounded}`),
  max_stars: stars().describe(`Only beatmaps with at most this star rating, mods included. ${bounded}`),
  player: parsed(playerOf, playerError).describe(
    'Only plays of the player with exactly this name. As in the game, upper and lower case make no difference, nor do spaces ' +
      `and underscores. ${counted}`,
  ),
  beatmap: parsed(beatmapOf, beatmapError).describe(
    'Only plays of this beatmap: its id on osu!, or the MD5 of its .osu file, which is beatmap_md5 of the job. The id is known ' +
      `once a worker has read the beatmap, and only for jobs of this version of the service; the MD5 always. ${counted}`,
  ),
  replay: parsed(replayOf, replayError).describe(
    'Only jobs of this replay: the SHA-256 of the .osr file, or the MD5 that the replay carries in its header. ' +
      `It leaves out jobs of older versions of the service. ${counted}`,
  ),
  ids: commaSeparated((text) => parseJobId(text) ?? undefined, { error: idsError, max: maxPageSize }).describe(
    `Only these jobs: up to ${maxPageSize} ids, separated by commas, with or without dashes. Ids of no job are ignored.`,
  ),
  created_after: parsed(timeOf, createdAfterError).describe(
    'Only jobs that were created after this time, ISO 8601 with its zone, such as the created_at of a job; a date stands for ' +
      `its beginning in UTC. ${counted}`,
  ),
  cursor: parsed(cursorOf, cursorError).describe(
    'The next_cursor of an earlier page: the list continues after it, also beyond 1,000 jobs, and no job is skipped or ' +
      'repeated while others are added. Empty for the first page. Use the same filters for all pages.',
  ),
  q: z
    .string(queryError)
    .max(maxQueryLength, queryError)
    .optional()
    .describe(
      'Search words. Only jobs whose player or map title, also the one in its original script, has for each of them a word ' +
        'that starts with it. Japanese, Chinese and Korean characters are found anywhere in a text. A search returns and ' +
        'counts at most the 1,000 newest jobs.',
    ),
});

export type JobListQuery = z.infer<typeof jobListQuery>;

/** The number of jobs on a page. A client that names jobs wants all of them. */
export function pageSizeOf({ limit, ids }: JobListQuery): number {
  return limit ?? (ids === undefined ? defaultPageSize : maxPageSize);
}

/** The errors of parameters that are valid by themselves. */
export const listErrors = {
  cursor: cursorError,
  offsetWithCursor: 'Must be left out with a cursor.',
  removedOfOthers: 'Must be left out without mine=true.',
};

/** Converts digits only: JavaScript would also convert "1e1", "0x10", " 5" and "". */
function wholeNumber(text: unknown): unknown {
  return typeof text === 'string' && /^\d{1,15}$/.test(text) ? Number(text) : text;
}

function oneOrMoreOf(values: readonly string[]): string {
  return `${values.slice(0, -1).join(', ')} or ${values.at(-1)}, or several of these with commas between them`;
}

/** A text that `parse` understands; it returns undefined for any other. */
function parsed<T>(parse: (text: string) => T | undefined, error: string) {
  return z
    .string(error)
    .transform((text, context) => {
      const value = parse(text);
      if (value !== undefined) return value;
      context.addIssue({ code: 'custom', message: error });
      return z.NEVER;
    })
    .optional();
}

/** A list of different values; `parse` returns undefined for a text that is none. */
function commaSeparated<T>(parse: (text: string) => T | undefined, { error, max }: { error: string; max?: number }) {
  return z
    .string(error)
    .transform((text, context) => {
      const values = text.split(',').map((part) => parse(part.trim()));
      if (values.length <= (max ?? values.length) && !values.includes(undefined)) return [...new Set(values as T[])];
      context.addIssue({ code: 'custom', message: error });
      return z.NEVER;
    })
    .optional();
}

function modOf(text: string): string | undefined {
  return /^[a-z0-9]{2,3}$/i.test(text) ? text.toUpperCase() : undefined;
}

function playerOf(text: string): string | undefined {
  return /^\P{Cc}+$/u.test(text) && [...text].length <= maxPlayerLength ? text : undefined;
}

function beatmapOf(text: string): { id: number } | { md5: string } | undefined {
  if (/^[0-9a-f]{32}$/i.test(text)) return { md5: text.toLowerCase() };
  const id = /^\d{1,10}$/.test(text) ? Number(text) : 0;
  return id > 0 && id < 2 ** 31 ? { id } : undefined;
}

function replayOf(text: string): { sha256: string } | { md5: string } | undefined {
  if (/^[0-9a-f]{64}$/i.test(text)) return { sha256: text.toLowerCase() };
  return /^[0-9a-f]{32}$/i.test(text) ? { md5: text.toLowerCase() } : undefined;
}

const time = z.union([z.iso.date(), z.iso.datetime({ offset: true })]);

function timeOf(text: string): Date | undefined {
  // The plus sign of a zone stands for a space in a query.
  const { data } = time.safeParse(text.replace(/ (?=\d\d:\d\d$)/, '+'));
  return data === undefined ? undefined : new Date(data);
}

function cursorOf(text: string): string | undefined {
  return /^[\w-]*$/.test(text) && text.length <= maxCursorLength ? text : undefined;
}

function flag() {
  const convert = (text: unknown) => (typeof text === 'string' ? (parseFlag(text) ?? text) : text);
  return z.preprocess(convert, z.boolean(flagError).optional());
}

function stars() {
  const convert = (text: unknown) =>
    typeof text === 'string' && /^\d{1,4}(\.\d{1,6})?$/.test(text) ? Number(text) : text;
  return z.preprocess(convert, z.number(starsError).optional());
}
