/** Response headers, as components of the document by name. */
export const responseHeaders = {
  RequestId: {
    description: 'Id of the request; the log and the audit have it too.',
    schema: { type: 'string' },
    example: 'f2b7c5de-4d4b-4c8e-9a51-0f3d5f6d1c7a',
  },
  RetryAfter: {
    description: 'Whole seconds after which a retry is worthwhile; sent where that is known.',
    schema: { type: 'integer', minimum: 1 },
    example: 30,
  },
  RateLimitPolicy: {
    description:
      'The limits of requests that hold for the token and for its workspace, by name: `q` requests within `w` seconds (draft-ietf-httpapi-ratelimit-headers-11). Absent where there are none.',
    schema: { type: 'string' },
    example: '"token-minute";q=60;w=60, "workspace-day";q=100000;w=86400',
  },
  RateLimit: {
    description: 'What is left of each limit: `r` requests within the next `t` seconds. Absent where there are none.',
    schema: { type: 'string' },
    example: '"token-minute";r=42;t=18, "workspace-day";r=99120;t=51300',
  },
  Challenge: { description: 'How to authenticate (RFC 6750).', schema: { type: 'string' }, example: 'Bearer' },
  Deprecation: {
    description:
      'Since when the action is going to be removed, as `@` and Unix seconds (RFC 9745); absent for an action that stays.',
    schema: { type: 'string' },
    example: '@1795219200',
  },
  Sunset: {
    description: 'First day on which the action may be gone (RFC 8594); absent for an action that stays.',
    schema: { type: 'string' },
    example: 'Tue, 01 Jun 2027 00:00:00 GMT',
  },
  ContentDisposition: {
    description: 'Name of the file, of a download.',
    schema: { type: 'string' },
    example: 'attachment; filename="invoice.pdf"',
  },
  ContentLength: {
    description: 'Size of the response in bytes.',
    schema: { type: 'integer', minimum: 0 },
    example: 2048,
  },
  ContentRange: {
    description: 'Which bytes of the file these are.',
    schema: { type: 'string' },
    example: 'bytes 0-1023/2048',
  },
  AcceptRanges: {
    description: 'That parts of the file can be asked for, of a download.',
    schema: { type: 'string' },
    example: 'bytes',
  },
  EntityTag: { description: 'Version of the file, of a download.', schema: { type: 'string' }, example: '"5d41402a"' },
  SyncedAt: {
    description: 'The file holds everything up to this time; absent before the end of the first pass.',
    schema: { type: 'string', format: 'date-time' },
    example: '2026-11-20T10:31:00.000Z',
  },
  RecordCount: {
    description: 'Number of records of the file.',
    schema: { type: 'integer', minimum: 0 },
    example: 12480,
  },
  UnreadableValues: {
    description: 'Number of values that are null in the file, because they are not of the type of their field.',
    schema: { type: 'integer', minimum: 0 },
    example: 0,
  },
  LastModified: {
    description: 'When the file was changed, of a download.',
    schema: { type: 'string' },
    example: 'Thu, 19 Nov 2026 08:00:00 GMT',
  },
} as const;
