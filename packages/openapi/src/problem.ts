import { type ErrorCode, errorTable } from '@connectory/errors';
import { z } from 'zod';

const codes = Object.keys(errorTable) as [ErrorCode, ...ErrorCode[]];

/** One of the documented error codes (`errorTable` of the connector SDK). */
const errorCodeSchema = z.enum(codes).meta({
  id: 'ErrorCode',
  description: [
    'What went wrong. Rely on this in code, never on the messages.',
    '',
    ...codes.map((code) => `- \`${code}\` (${errorTable[code].status}): ${errorTable[code].sentence}`),
  ].join('\n'),
});

const fieldErrorSchema = z
  .object({
    field: z.string().describe('JSON pointer (RFC 6901) to the invalid field of the request.'),
    message: z.string().describe('What is wrong with it.'),
    error_code: z.string().describe('The rule that was violated, such as `required` or `unknown_name`.'),
    did_you_mean: z.string().optional().describe('The closest accepted name, if the name is unknown.'),
  })
  .meta({ id: 'FieldError', description: 'One error in the request.' });

const upstreamFailureSchema = z
  .object({
    status: z.int().describe('HTTP status of the upstream.'),
    code: z.string().optional().describe("The vendor's own error code."),
    message: z.string().optional().describe("The vendor's own message, at most 500 characters."),
    request_id: z.string().optional().describe("The vendor's ID of the request, for its support team."),
  })
  .meta({ id: 'UpstreamFailure', description: "The upstream's response when it rejected the request or failed." });

/** Body of every error response: `application/problem+json` (RFC 9457). */
export const problemSchema = z
  .object({
    type: z.string().describe('`urn:connectory:error:` and the code.'),
    title: z.string().describe('The code in words.'),
    status: z.int().min(400).max(599).describe('HTTP status of the response.'),
    detail: z.string().describe('What happened and what to do next.'),
    code: errorCodeSchema,
    message: z.string().describe('The same text as `detail`.'),
    errors: z.array(fieldErrorSchema).max(50).describe('The errors in the request, where they can be located.'),
    origin: z
      .enum(['caller', 'gateway', 'credential', 'upstream'])
      .describe('Who has to act: the caller, this gateway, the owner of the stored credential, or the upstream.'),
    retryable: z.boolean().describe('Whether the same request may succeed later; `Retry-After` says when, if known.'),
    request_id: z.string().describe('The `X-Request-Id` of the response; also in the log and the audit.'),
    outcome: z
      .literal('unknown')
      .optional()
      .describe('Present if a write may have been carried out although no response arrived.'),
    cursor: z.string().optional().describe('Present with `changes_expired`: where to continue after a snapshot.'),
    upstream: upstreamFailureSchema.optional(),
  })
  .meta({ id: 'Problem', description: 'The body of every error response (RFC 9457).' });

/** Body of every error response. */
export type ProblemBody = z.output<typeof problemSchema>;
