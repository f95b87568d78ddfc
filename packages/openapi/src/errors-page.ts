import { type ErrorCode, errorTable } from '@connectory/errors';
import { problemExample } from './problem-example.ts';

const introduction = `# Errors

\`npm run spec:write\` generates this page, with the table from \`packages/errors/src/errors.ts\`.

A failed request returns one problem document with status 4xx or 5xx and content type \`application/problem+json\`
(RFC 9457). A failure never has status 200. Only the trailer line of a stream can report a failure after a 200
([execute.md](execute.md#streaming)).

\`\`\`json
${JSON.stringify(problemExample('upstream_rejected'), null, 2)}
\`\`\`

- Use \`code\` in programs. \`message\` and \`detail\` are the same text: what happened and what to do next. The text can change.
- \`type\` is \`urn:connectory:error:\` followed by the code; \`title\` is a readable name of the code; \`status\` repeats the HTTP status.
- \`errors\` locates up to 20 errors in the request: \`field\` is a JSON pointer into the body (or into \`/query\` for query parameters),
  \`error_code\` is the violated rule, and \`did_you_mean\` is the closest accepted name if a name is unknown.
- \`origin\` identifies who must act: the \`caller\`, this \`gateway\`, the owner of the stored \`credential\`, or the \`upstream\`.
- \`upstream\` is what the vendor returned: its \`status\` and, if present, its own \`code\`, \`message\` (at most 500
  characters) and \`request_id\`.
- \`request_id\` equals the \`X-Request-Id\` header; it is also in the gateway's log and audit.

\`/mcp\` sends the same members as \`error.data\` of a JSON-RPC error, whose \`message\` is \`detail\`: clients of the Model Context Protocol
show nothing else.

## When to retry

1. Retry only if \`retryable\` is true. The table shows the usual value for each code; the value in the response decides.
2. If the response has \`Retry-After\`, wait that many seconds: earlier attempts fail again. Otherwise, use exponential
   backoff with jitter.
3. \`outcome: "unknown"\` means that a write may have been carried out. It is \`retryable\` only if the request had an
   \`Idempotency-Key\` and the vendor supports such keys; retry it with the same key. Otherwise, look at the record first.
4. The gateway has already retried what is safe to retry ([execute.md](execute.md#retries)).

\`upstream_rate_limited\` and \`circuit_open\` may concern only calls of one kind, if the vendor counts per route or only one route fails. Other
calls of the same connection then succeed.

A 424 is about the credential stored in the connection, never about the caller's token (that is a 401). A 422
\`upstream_rejected\` means that the vendor rejected this request.

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
