import { stripVTControlCharacters } from 'node:util';
import { expect, it } from 'vitest';
import { problemText } from './problem-text.ts';

const refused = {
  status: 422,
  code: 'upstream_rejected',
  message: 'The vendor refused the request: Invalid email.',
  errors: [],
  upstream: { status: 400, code: 'email_invalid', message: 'Invalid email.', request_id: 'req_1' },
  request_id: 'r1',
};

it('says what is wrong, what the vendor said, and the request ID', () => {
  expect(problemText(refused, false)).toBe(
    [
      'Error: The vendor refused the request: Invalid email.',
      'Vendor: status 400, email_invalid, request ID req_1',
      'Request ID: r1',
    ].join('\n'),
  );
});

it('says where each of several errors is', () => {
  const errors = [
    { field: '/params/limitt', message: 'is not a known name', error_code: 'unknown_name', did_you_mean: 'limit' },
    { field: '/params/a~1b', message: 'is required', error_code: 'required' },
  ];
  const text = problemText({ status: 422, code: 'invalid_params', message: 'Two errors.', errors }, false);
  expect(text).toBe(
    [
      'Error: Two errors.',
      '  params.limitt is not a known name (did you mean limit?)',
      '  params.a/b is required',
    ].join('\n'),
  );
});

it.each([
  [{ code: 'unauthenticated' }, 'connectory login'],
  [{ code: 'gateway_unreachable' }, 'connectory doctor'],
  [{ code: 'rate_limited', retryable: true }, 'may succeed later'],
  [{ code: 'upstream_unavailable', outcome: 'unknown' as const }, 'Check the record'],
])('says what to do next: %j', (problem, part) => {
  expect(problemText({ status: 500, message: 'No.', ...problem }, false)).toContain(part);
});

it('repeats what the vendor said unless the message has it', () => {
  expect(problemText({ ...refused, message: 'No.' }, false)).toContain(
    'Vendor: status 400, email_invalid, Invalid email.',
  );
});

it('colors the same text', () => {
  const text = problemText(refused, true);
  expect(text).not.toBe(problemText(refused, false));
  expect(stripVTControlCharacters(text)).toBe(problemText(refused, false));
});

it('lets no message of a vendor move the cursor', () => {
  expect(problemText({ status: 500, code: 'x', message: 'a\u001B[2Jb' }, false)).toBe('Error: a [2Jb');
});
