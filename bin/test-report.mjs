import { writeFileSync } from 'node:fs';

/**
 * A reporter of vitest's: writes down how many tests passed and what failed, whatever failed outside of a test as well (a
 * file that cannot be loaded, a hook, an error nobody waited for).
 */
export default class TestReport {
  onTestRunEnd(modules, unhandledErrors) {
    const report = { passed: 0, skipped: 0, failures: [] };
    for (const module of modules) {
      const fail = (name, [error]) =>
        report.failures.push(`${[module.relativeModuleId, ...name].join(' > ')}: ${firstLine(error)}`);
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
    for (const error of unhandledErrors) report.failures.push(`outside of any test: ${firstLine(error)}`);
    writeFileSync(process.env.TEST_REPORT, JSON.stringify(report));
  }
}

function firstLine(error) {
  return String(error?.message ?? error).split('\n', 1)[0];
}
