import { type ErrorCode, errorTable } from '@connectory/errors';
import { z } from 'zod';

const codes = Object.keys(errorTable) as [ErrorCode, ...ErrorCode[]];

/** One of the documented error codes (`errorTable` of the connector SDK). */
const errorCodeSchema = z.enum(codes).meta({
  id: 'ErrorCode',
  description: [
    'What went wrong. Programs decide by this, never by the texts.',
    '',
    ...codes.map((code) => `- \`${code}\` (${errorTable[code].status}): ${errorTable[code].sentence}`),
  ].join('\n'),
});

const fieldErrorSchema = z
  .object({
    field: z.string().describe('JSON pointer (RFC 6901) of the faulty member of the request.'),
    message: z.string().describe('What is wrong with it.'),
    error_code: z.string().describe('The rule that was broken, such as `required` or `unknown_name`.'),
    did_you_mean: z.string().optional().describe('The nearest accepted name, when the fault is an unknown name.'),
  })
  .meta({ id: 'FieldError', description: 'One fault of the request.' });

const upstreamFailureSchema = z
  .object({
    status: z.int().describe('HTTP status of the upstream.'),
    code: z.string().optional().describe("The vendor's own error code."),
    message: z.string().optional().describe("The vendor's own words, at most 500 characters."),
    request_id: z.string().optional().describe("The vendor's id of the request, for its support."),
  })
  .meta({ id: 'UpstreamFailure', description: 'What the upstream said when it refused or failed.' });

/** The body of every error answer: `application/problem+json` (RFC 9457). */
export const problemSchema = z
  .object({
    type: z.string().describe('`urn:connectory:error:` and the code.'),
    title: z.string().describe('The code in words.'),
    status: z.int().min(400).max(599).describe('HTTP status of the answer.'),
    detail: z.string().describe('What happened and what to do next.'),
    code: errorCodeSchema,
    message: z.string().describe('The same text as `detail`.'),
    errors: z.array(fieldErrorSchema).max(50).describe('The faults of the request, where they can be located.'),
    origin: z
      .enum(['caller', 'gateway', 'credential', 'upstream'])
      .describe('Who has to act: the caller, this gateway, the owner of the stored credential, or the upstream.'),
    retryable: z.boolean().describe('Whether the same request may succeed later; `Retry-After` says when, if known.'),
    request_id: z.string().describe('The `X-Request-Id` of the answer; the log and the audit have it too.'),
    outcome: z
      .literal('unknown')
      .optional()
      .describe('Present when a write may have been carried out although no answer arrived.'),
    upstream: upstreamFailureSchema.optional(),
  })
  .meta({ id: 'Problem', description: 'The body of every error answer (RFC 9457).' });

/** The body of every error answer. */
export type ProblemBody = z.output<typeof problemSchema>;
