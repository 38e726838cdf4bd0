import { z } from 'zod';
import { grades } from './settings/grades.ts';
import { jobStatuses } from './settings/job-status.ts';
import { parseFlag } from './settings/parse-value.ts';

const maxPageSize = 100;
const maxQueryLength = 100;
const maxMods = 20;
const limitError = `Must be a whole number from 1 to ${maxPageSize}.`;
const offsetError = 'Must be a whole number, 0 or larger.';
const statusError = `Must be ${oneOrMoreOf(jobStatuses)}.`;
const queryError = `Must be a text of at most ${maxQueryLength} characters.`;
const flagError = 'Must be true or false.';
const modsError = `Must be up to ${maxMods} acronyms of mods with commas between them, such as HD,DT; NM stands for no mods.`;
const gradeError = `Must be ${oneOrMoreOf(grades)}.`;
const starsError = 'Must be a number of stars, such as 5 or 6.25.';

const bounded =
  'With this filter, the list returns and counts at most the 1,000 newest jobs. It leaves out jobs of older versions of the ' +
  'service, which did not store it.';

/** The query of the list of jobs. */
export const jobListQuery = z.object({
  limit: z
    .preprocess(wholeNumber, z.int(limitError).min(1, limitError).max(maxPageSize, limitError).default(20))
    .describe('Maximum number of jobs on the page.'),
  offset: z
    .preprocess(wholeNumber, z.int(offsetError).min(0, offsetError).default(0))
    .describe('Number of jobs to skip, from the newest.'),
  status: commaSeparated((text) => jobStatuses.find((status) => status === text), { error: statusError }).describe(
    'Only jobs with this status. With several, separated by commas, the list returns and counts at most the 1,000 newest jobs.',
  ),
  cancelled: flag().describe(
    'true: only cancelled jobs. false: only jobs that were not cancelled. The list then returns and counts at most the ' +
      '1,000 newest jobs.',
  ),
  mine: flag().describe('true: only jobs that the client of this request has submitted.'),
  mods: commaSeparated(modOf, { error: modsError, max: maxMods }).describe(
    'Only plays with all of these mods: acronyms, separated by commas. DT also finds NC, HT also DC, and SD also PF. NM finds ' +
      `plays without mods other than CL. ${bounded}`,
  ),
  grade: commaSeparated((text) => grades.find((grade) => grade === text), { error: gradeError }).describe(
    `Only plays with this grade, or with one of several, separated by commas. ${bounded}`,
  ),
  min_stars: stars().describe(`Only beatmaps with at least this star rating, mods included. ${bounded}`),
  max_stars: stars().describe(`Only beatmaps with at most this star rating, mods included. ${bounded}`),
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

/** Converts digits only: JavaScript would also convert "1e1", "0x10", " 5" and "". */
function wholeNumber(text: unknown): unknown {
  return typeof text === 'string' && /^\d{1,15}$/.test(text) ? Number(text) : text;
}

function oneOrMoreOf(values: readonly string[]): string {
  return `${values.slice(0, -1).join(', ')} or ${values.at(-1)}, or several of these with commas between them`;
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
  return /^[a-z0-9]{2,4}$/i.test(text) ? text.toUpperCase() : undefined;
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
