import { expect, test } from 'vitest';
import { failures } from '../../../src/failure.ts';

const page = `# Errors

Every error response has a JSON body: \`detail\` is a sentence for people, \`code\` a stable identifier for programs.
A 422 response adds \`errors\`, with one \`{field, message}\` per problem.

\`\`\`json
{ "detail": "Uploaded replay file is empty.", "code": "replay/empty" }
\`\`\`

A failed job has the same texts: \`error_code\` is the code, \`error_hint\` the sentence. Codes are never renamed. New codes
may appear; handle an unknown code by its status. *Retry* tells whether the same request or render can succeed later
without a change.

| code | status | retry | message |
|---|---|---|---|
${Object.entries(failures)
  .map(([code, { status, retry, message }]) => `| \`${code}\` | ${status} | ${retry ? 'yes' : 'no'} | ${message} |`)
  .join('\n')}

\`npm run docs:errors\` generates this page from the table in \`src/failure.ts\`; a test compares the two.
`;

test('docs/errors.md lists every failure', async () => {
  await expect(page).toMatchFileSnapshot('../../../docs/errors.md');
});

test('the table is sorted by code', () => {
  const codes = Object.keys(failures);
  expect(codes).toEqual(codes.toSorted());
});

test('everything that a client may repeat later, according to its status, is marked so', () => {
  const temporary = Object.entries(failures).filter(([, { status }]) => [408, 429, 503].includes(status));
  expect(temporary.length).toBeGreaterThan(0);
  for (const [code, { retry }] of temporary) expect(retry, code).toBe(true);
});

test.each(Object.entries(failures))('%s has a sentence and an error status', (_, { status, message }) => {
  expect(status).toBeGreaterThanOrEqual(400);
  expect(status).toBeLessThan(600);
  expect(message).toMatch(/^[A-Z].*\S$/);
});
