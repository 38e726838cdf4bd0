import { expect, test } from 'vitest';
import { failures } from '../src/failure.ts';

const page = `# Errors

Every error of every endpoint has a JSON body: \`detail\` is a sentence for people, \`code\` a stable word for programs.
A 422 adds \`errors\`, one \`{field, message}\` for each mistake.

\`\`\`json
{ "detail": "Uploaded replay file is empty.", "code": "replay/empty" }
\`\`\`

A job that failed carries the same words: \`error_code\` is the code, \`error_hint\` the sentence. Codes are never renamed;
new ones may appear, so treat one you do not know by its status. *Again* says whether the same request, or the same
render, can succeed later without being changed.

| code | status | again | message |
|---|---|---|---|
${Object.entries(failures)
  .map(([code, { status, retry, message }]) => `| \`${code}\` | ${status} | ${retry ? 'yes' : 'no'} | ${message} |`)
  .join('\n')}

This page is made from the table in \`src/failure.ts\` by \`npm run docs:errors\`, and a test compares the two.
`;

test('docs/errors.md lists the table of failures', async () => {
  await expect(page).toMatchFileSnapshot('../docs/errors.md');
});

test('the table is sorted, so that a code is found and added where one expects it', () => {
  const codes = Object.keys(failures);
  expect(codes).toEqual(codes.toSorted());
});

test.each(Object.entries(failures))('%s has a sentence under a status of an error', (_, { status, message }) => {
  expect(status).toBeGreaterThanOrEqual(400);
  expect(status).toBeLessThan(600);
  expect(message).toMatch(/^[A-Z].*\S$/);
});
