import type { RawValue } from '@connectory/connector-sdk';
import { type ErrorCode, errorTable } from '@connectory/errors';
import { type ProblemBody, problemSchema } from '@connectory/openapi';
import { expect } from 'vitest';
import { z } from 'zod';
import type { Response } from './running-gateway.ts';

const exactProblem = z.strictObject(problemSchema.shape);

/**
 * Expects a response to be the documented problem of one of the codes: status, media type, every field, the request id in body and header,
 * whole seconds in `Retry-After`. Returns the problem.
 */
export function expectProblem(response: Response, ...codes: readonly ErrorCode[]): ProblemBody {
  const problem = problemIn(response);
  expect(codes, response.text.slice(0, 500)).toContain(problem.code);
  return problem;
}

/** Expects a response to be a documented problem with any code, and returns it. */
export function problemIn({ status, headers, text: whole, json }: Response): ProblemBody {
  const text = whole.slice(0, 500);
  expect(headers['content-type'], text).toBe('application/problem+json');
  const parsed = exactProblem.safeParse(json as RawValue);
  if (!parsed.success) throw new Error(`this is no documented problem: ${text}\n${z.prettifyError(parsed.error)}`);
  const problem = parsed.data;
  expect(problem.status, text).toBe(errorTable[problem.code].status);
  expect(status, text).toBe(problem.status);
  expect(problem.origin, text).toBe(errorTable[problem.code].origin);
  expect(headers['x-request-id'], text).toBe(problem.request_id);
  const retryAfter = headers['retry-after'];
  if (retryAfter !== undefined) expect(retryAfter, text).toMatch(/^[1-9]\d*$/);
  return problem;
}

/** Expects a response to be a JSON-RPC error with the documented problem of one of the codes. Returns the problem. */
export function expectJsonRpcProblem(response: Response, ...codes: readonly ErrorCode[]): ProblemBody {
  const { headers, json } = response;
  expect(headers['content-type']).toBe('application/json');
  const { data } = json.error;
  const code = data.status === 400 ? -32_600 : -32_000;
  expect(json).toEqual({ jsonrpc: '2.0', id: null, error: { code, message: data.detail, data } });
  return expectProblem(
    { ...response, headers: { ...headers, 'content-type': 'application/problem+json' }, json: data },
    ...codes,
  );
}
