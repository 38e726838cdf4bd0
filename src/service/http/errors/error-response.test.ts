import { describe, expect, test } from 'vitest';
import { Failure, type FailureCode, failures } from '../../../failure.ts';
import { errorResponse } from './error-response.ts';
import { InvalidRequest } from './invalid-request.ts';

const quiet = { debug: false };

test.each(Object.keys(failures) as FailureCode[])('%s has the status and the code of the table', (code) => {
  const { status, body } = errorResponse(new Failure(code, 'what was found'), quiet);
  expect(status).toBe(failures[code].status);
  expect(body.code).toBe(code);
  expect(body.detail).toBe(failures[code].message.includes('{') ? 'what was found' : failures[code].message);
});

test('an invalid field is named', () => {
  const errors = [{ field: 'skin', message: 'Must be a name.' }];
  expect(errorResponse(new InvalidRequest(errors), quiet)).toEqual({
    status: 422,
    body: { detail: 'Validation error', code: 'request/invalid', errors },
  });
});

test.each(['ENOSPC', 'EDQUOT'])('%s is a full storage, wherever it happens', (code) => {
  const { status, body } = errorResponse(Object.assign(new Error('write'), { code }), quiet);
  expect([status, body.code]).toEqual([503, 'storage/full']);
});

describe('a bug', () => {
  test('is not described to clients', () => {
    const { status, body } = errorResponse(new Error('select * from secrets'), quiet);
    expect(status).toBe(500);
    expect(body).toEqual({ detail: 'An internal error occurred.', code: 'service/internal' });
  });

  test('is described with DEBUG', () => {
    expect(errorResponse(new Error('slider 7'), { debug: true }).body.detail).toBe('slider 7');
  });

  test('may be any thrown value', () => {
    for (const thrown of [null, undefined, 'text', 7, {}])
      expect(errorResponse(thrown, { debug: true }).status).toBe(500);
  });
});

test.each([
  [{ code: 'FST_ERR_CTP_BODY_TOO_LARGE', statusCode: 413 }, 'request/too-large'],
  [{ code: 'FST_ERR_CTP_INVALID_MEDIA_TYPE', statusCode: 415 }, 'request/unsupported-media-type'],
  [{ code: 'FST_ERR_ANYTHING', statusCode: 418 }, 'request/malformed'],
  [{ code: 'HPE_HEADER_OVERFLOW' }, 'request/header-too-large'],
  [{ code: 'ERR_HTTP_REQUEST_TIMEOUT' }, 'request/timed-out'],
  [{ code: 'ECONNREFUSED' }, 'database/unavailable'],
  [{ code: '57P01' }, 'database/unavailable'],
  [{ code: 'FST_ERR_BUG', statusCode: 500 }, 'service/internal'],
  [{ code: '42P01' }, 'service/internal'],
])('a framework error %o becomes %s', (properties, code) => {
  expect(errorResponse(Object.assign(new Error('anything'), properties), quiet).body.code).toBe(code);
});
