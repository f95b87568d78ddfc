import type { ErrorCode } from '@connectory/errors';
import { operations } from '@connectory/openapi';
import { workspacePathSchema } from '../workspaces/schemas.ts';
import { personErasedSchema, personErasureSchema, personFoundSchema, personQuerySchema } from './schemas.ts';

const emails = ['maya.lindholm@northwind.example'];
const ids = [{ connection: 'billing', entity: 'customers', id: 'cus_lpzy4j9qkgiahm' }];

const searched = {
  has_more: false,
  searched: 12,
  skipped: [{ connection: 'billing', entity: 'balance', reason: 'no_copy' }],
  skipped_count: 1,
  took_ms: 412,
};

const found = {
  data: [
    {
      connection: { id: '9a3d8e52-6f0b-4f5e-9d1c-2b7e4a5c6d8f', name: 'billing' },
      connector: 'stripe',
      entity: 'customers',
      key: ['cus_lpzy4j9qkgiahm'],
      title: 'Maya Lindholm',
      reasons: [{ reason: 'is', at: 'email' }],
    },
    {
      connection: { id: '9a3d8e52-6f0b-4f5e-9d1c-2b7e4a5c6d8f', name: 'billing' },
      connector: 'stripe',
      entity: 'invoices',
      key: ['in_h9xk2v7wq1'],
      title: 'NW-0042',
      reasons: [{ reason: 'refers_to', at: 'customer', entity: 'customers', id: 'cus_lpzy4j9qkgiahm' }],
    },
  ],
  meta: {
    records: 2,
    changes: 3,
    audit_entries: 1,
    held_writes: 0,
    deliveries: 0,
    copies: [
      { connection: 'billing', entity: 'customers', records: 1 },
      { connection: 'billing', entity: 'invoices', records: 1 },
    ],
    ...searched,
  },
};

const erased = {
  erased: {
    records: 2,
    changes: 3,
    audit_entries: 1,
    held_writes: 0,
    held_writes_left: 0,
    deliveries: 0,
    events: 0,
    idempotency_responses: 4,
  },
  meta: searched,
  note: 'The next pass copies again what the vendors still have.',
};

const lines = {
  'application/x-ndjson': { schema: { type: 'string', contentMediaType: 'application/x-ndjson' } },
} as const;
const path = '/api/v1/workspaces/{workspace}/person-requests';
const errors: readonly ErrorCode[] = ['invalid_params', 'connector_not_found', 'hosted_mode_required', 'store_busy'];
const howFound =
  'Found are records that have one of the addresses in any text or are one of the given records, and records of the same connection that refer to a record that is the person.';
const progress =
  'With `Accept: application/x-ndjson`, lines of the type `progress` come before the last one, of the type `result`.';
const query = {
  schema: personQuerySchema,
  examples: {
    email: { summary: 'By e-mail address', value: { emails } },
    record: { summary: 'By record', value: { ids } },
  },
};

/** Requests about a person: what the workspace holds, as a summary and as a file, and its erasure. */
export const personRequestOperations = operations({
  findPerson: {
    method: 'post',
    path: `${path}/find`,
    access: 'manage',
    tag: 'Person requests',
    summary: 'Find what is held about a person',
    description: `Searches every synchronized copy that the token may search, their changes, the audit and held writes. ${howFound} ${progress} Requires a gateway in hosted mode.`,
    pathParameters: workspacePathSchema,
    body: query,
    success: {
      200: {
        description: 'What was found.',
        content: {
          'application/json': {
            schema: personFoundSchema,
            examples: { found: { summary: 'A customer with an invoice', value: found } },
          },
          ...lines,
        },
      },
    },
    errors,
  },
  exportPerson: {
    method: 'post',
    path: `${path}/export`,
    access: 'manage',
    tag: 'Person requests',
    summary: 'Export what is held about a person',
    description: `Returns everything that is found as lines of JSON, each with a \`type\`: \`record\`, \`change\`, \`audit_entry\` and \`held_write\`, and last \`summary\`, or \`error\` if it ended early. ${howFound} Requires a gateway in hosted mode.`,
    pathParameters: workspacePathSchema,
    body: query,
    success: { 200: { description: 'The lines; empty ones show that the search goes on.', content: lines } },
    errors,
  },
  erasePerson: {
    method: 'post',
    path: `${path}/remove`,
    access: 'manage',
    tag: 'Person requests',
    summary: 'Erase what is held about a person',
    description: `Erases what \`find\` finds: records with all earlier versions, texts of audit entries, contents of held writes, deliveries, and files of the copies; also stored responses to idempotency keys. Followers of changes see each record as removed, without its values. Erase the data at the vendor first: the next pass copies again what the vendor still has. It is completed even if the client disconnects; if it fails, send it again. ${progress} Requires a gateway in hosted mode.`,
    pathParameters: workspacePathSchema,
    body: {
      schema: personErasureSchema,
      examples: { email: { summary: 'By e-mail address', value: { emails, confirm: true } } },
    },
    success: {
      200: {
        description: 'How much was erased.',
        content: {
          'application/json': {
            schema: personErasedSchema,
            examples: { erased: { summary: 'A customer with an invoice', value: erased } },
          },
          ...lines,
        },
      },
    },
    errors,
  },
});
