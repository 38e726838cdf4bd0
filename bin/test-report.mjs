import { writeFileSync } from 'node:fs';
import { relative } from 'node:path';
import { stripVTControlCharacters } from 'node:util';

const maxLineLength = 600;
const maxLines = 40;
const excerptRadius = 300;

/**
 * A vitest reporter that writes a JSON file with the number of passed tests and every failure, including failures outside
 * tests: files that do not load, hooks, unhandled rejections. Each failure has the message and its place, because of a long
 * run these lines may be all that is kept.
 */
export default class TestReport {
  onTestRunEnd(modules, unhandledErrors) {
    const report = { passed: 0, skipped: 0, failures: [] };
    for (const module of modules) {
      const fail = (name, errors) =>
        report.failures.push(failureOf([module.relativeModuleId, ...name].join(' > '), errors));
      if (module.errors().length > 0) fail([], module.errors());
      for (const suite of module.children.allSuites()) {
        if (suite.errors().length > 0) fail([suite.fullName], suite.errors());
      }
      for (const test of module.children.allTests()) {
        const { state, errors } = test.result();
        if (state === 'passed') report.passed += 1;
        else if (state === 'failed') fail([test.fullName], errors);
        else report.skipped += 1;
      }
    }
    for (const error of unhandledErrors) report.failures.push(failureOf('outside of any test', [error]));
    writeFileSync(process.env.TEST_REPORT, JSON.stringify(report));
  }
}

function failureOf(where, [error, ...more]) {
  const [message = 'no message', ...rest] = linesOf(String(error?.message ?? error));
  const details = [
    ...placeOf(error),
    ...(excerptOf(error) ?? differenceOf(error) ?? rest),
    ...(error?.cause?.message ? linesOf(`because: ${error.cause.message}`) : []),
    ...(more.length > 0 ? [`and ${more.length} more`] : []),
  ];
  return { what: `${where}: ${message}`, details: details.slice(0, maxLines) };
}

/** The line of our code that threw. */
function placeOf(error) {
  const place = error?.stacks?.find(({ file }) => !file.includes('node_modules'));
  return place === undefined ? [] : [`at ${relative(process.cwd(), place.file)}:${place.line}`];
}

/** The forbidden match in a text, with some text around it. */
function excerptOf({ message = '', actual, expected } = {}) {
  if (typeof actual !== 'string' || typeof expected !== 'string' || !/ not to (contain|match) /.test(message))
    return null;
  const [, source, flags] = /^\/(.*)\/([a-z]*)$/s.exec(expected) ?? [];
  const at = source === undefined ? actual.indexOf(expected) : actual.search(new RegExp(source, flags));
  return at < 0 ? null : linesOf(actual.slice(Math.max(0, at - excerptRadius), at + excerptRadius));
}

/** The lines that differ, with one line before and after. */
function differenceOf({ diff } = {}) {
  if (!diff) return null;
  const lines = linesOf(diff);
  const differs = (line = '') => /^[-+] /.test(line);
  return lines.filter((line, at) => differs(line) || differs(lines[at - 1]) || differs(lines[at + 1]));
}

function linesOf(text) {
  const lines = stripVTControlCharacters(text).split('\n');
  return lines.filter((line) => line.trim() !== '').map((line) => truncate(line.trimEnd()));
}

function truncate(line) {
  return line.length <= maxLineLength ? line : `${line.slice(0, maxLineLength)}…`;
}
