import { type ErrorCode, errorTable } from '@connectory/errors';
import { problemExample } from './problem-example.ts';

const introduction = `# Errors

The table below is made from the error table in \`packages/errors/src/errors.ts\`; \`pnpm spec:write\` writes this page.

A request either succeeds or is answered with one problem: status 4xx or 5xx, content type \`application/problem+json\`
(RFC 9457). A failure never travels as 200; the one place where a failure follows a 200 is the trailer line of a stream
([execute.md](execute.md#streaming)).

\`\`\`json
${JSON.stringify(problemExample('upstream_rejected'), null, 2)}
\`\`\`

- Programs decide by \`code\`. \`message\` and \`detail\` are the same text: what happened and what to do next. Texts may change.
- \`type\` is \`urn:connectory:error:\` and the code; \`title\` is the code in words; \`status\` repeats the HTTP status.
- \`errors\` locates faults of the request: \`field\` is a JSON pointer into the body (or into \`/query\` for query parameters),
  \`error_code\` the broken rule, and \`did_you_mean\` the nearest accepted name where a name is unknown. At most 20.
- \`origin\` says who has to act: the \`caller\`, this \`gateway\`, the owner of the stored \`credential\`, or the \`upstream\`.
- \`upstream\` is what the vendor answered: its \`status\`, and where it gave them its own \`code\`, \`message\` (at most 500
  characters) and \`request_id\`.
- \`request_id\` equals the \`X-Request-Id\` header; the gateway's log and audit have it too.

## When to retry

1. Retry only when \`retryable\` is true. The table says what holds for a code as a rule; the member in the answer decides.
2. When the answer has \`Retry-After\`, wait that many whole seconds: earlier attempts fail again. Without it, wait longer each
   time and add some randomness.
3. \`outcome: "unknown"\` means that a write may have been carried out. It is \`retryable\` only when the request carried an
   \`Idempotency-Key\` and the vendor knows such keys; repeat it with the same key. Otherwise look at the record first.
4. The gateway has already repeated what it safely could ([execute.md](execute.md#retries)).

A 424 is about the credential stored in the connection, never about the caller's token; that is 401. A 422
\`upstream_rejected\` is the vendor's own refusal of this request.

## Codes

`;

/** The page `spec/errors.md`: how to read an error, when to retry, and every code of the error table. */
export function errorsPage(): string {
  const rows = (Object.keys(errorTable) as ErrorCode[]).map((code) => {
    const { status, origin, retryable, sentence } = errorTable[code];
    return `| \`${code}\` | ${status} | ${origin} | ${retryable ? 'yes' : 'no'} | ${sentence} |`;
  });
  const table = ['| code | status | origin | retryable | when |', '|---|---|---|---|---|', ...rows];
  return `${introduction}${table.join('\n')}\n`;
}
