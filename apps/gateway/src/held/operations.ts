import { operations } from '@connectory/openapi';
import { workspacePathSchema } from '../workspaces/schemas.ts';
import {
  approvalSchema,
  type HeldWriteBody,
  heldListQuerySchema,
  heldListSchema,
  heldPathSchema,
  heldWriteSchema,
  refusalSchema,
} from './schemas.ts';

const tag = 'Held writes';
const collection = '/api/v1/workspaces/{workspace}/held';
const path = `${collection}/{id}`;

const short = {
  id: '5b0e6c1d-2f7a-4c8e-9d3b-6a1f0e9c8d7b',
  state: 'held',
  reason: null,
  connection: { id: '9a3d8e52-6f0b-4f5e-9d1c-2b7e4a5c6d8f', name: 'stripe' },
  connector: 'stripe',
  entity: 'customers',
  action: 'delete',
  effect: 'delete',
  asked_by: { token_id: '3d1b7c9e-8a54-4c3f-b2a6-5e9f0d7c1a42', person: null, agent: null },
  second_person: false,
  created_at: '2026-11-20T09:31:00.000Z',
  expires_at: '2026-11-21T09:31:00.000Z',
  decided_at: null,
  decided_by: null,
  ended_at: null,
  url: 'https://connectory.example.com/console/main/approvals/5b0e6c1d-2f7a-4c8e-9d3b-6a1f0e9c8d7b',
} as const;

const held: HeldWriteBody = {
  ...short,
  params: { id: 'cus_QyS5Zt9' },
  intent: 'The customer asked for deletion.',
  preview: {
    requests: [
      {
        method: 'DELETE',
        url: 'https://api.stripe.com/v1/customers/cus_QyS5Zt9',
        headers: { accept: 'application/json', authorization: 'Bearer ***' },
      },
    ],
  },
  preview_hash: 'mU0p3wq2b8sJ1nq0cJtTj4B5m0B8m3yQw1d2r5yQ3kE',
  may_decide: true,
  outcome: null,
};

const shown = (description: string, value: HeldWriteBody) => ({
  description,
  content: {
    'application/json': { schema: heldWriteSchema, examples: { one: { summary: 'A deletion', value } } },
  },
});

const executed: HeldWriteBody = {
  ...held,
  state: 'executed',
  may_decide: false,
  decided_at: '2026-11-20T09:40:00.000Z',
  decided_by: { token_id: '7c2e9b4a-1d3f-4e5a-8b6c-0f9e8d7c6b5a', person: null },
  ended_at: '2026-11-20T09:40:01.000Z',
  outcome: { status: 200, result: { data: { id: 'cus_QyS5Zt9', deleted: true }, meta: {} } },
};

/** Writes that wait for approval. */
export const heldOperations = operations({
  listHeldWrites: {
    method: 'get',
    path: collection,
    access: 'use',
    tag,
    summary: 'List held writes',
    description:
      'Writes that wait for approval, and those that were decided in the last 30 days. Who may approve sees those of the connections and entities of its policy; any other token its own.',
    pathParameters: workspacePathSchema,
    query: heldListQuerySchema,
    success: {
      200: {
        description: 'A page of held writes, newest first.',
        content: {
          'application/json': {
            schema: heldListSchema,
            examples: { one: { summary: 'One held write', value: { data: [short], meta: { next_cursor: null } } } },
          },
        },
      },
    },
    errors: ['invalid_cursor'],
  },
  getHeldWrite: {
    method: 'get',
    path,
    access: 'use',
    tag,
    summary: 'Get a held write',
    description:
      'A write that waits for approval with its parameters and the requests that would be sent, and its outcome once it was carried out.',
    pathParameters: heldPathSchema,
    success: { 200: shown('The held write.', held) },
  },
  approveHeldWrite: {
    method: 'post',
    path: `${path}/approve`,
    access: 'use',
    tag,
    summary: 'Approve a held write',
    description:
      'Sends the write, once, if nothing has changed since it was asked for. Where people sign in, this requires a signed-in person whose role may approve; otherwise a token with `approve` or the admin token. The token that asked, its parents, children and siblings can never approve it. Returns its outcome if that is known within 30 seconds.',
    pathParameters: heldPathSchema,
    body: {
      schema: approvalSchema,
      examples: { shown: { summary: 'What was shown', value: { preview_hash: held.preview_hash } } },
    },
    success: { 200: shown('The held write after its approval.', executed) },
    errors: ['conflict', 'invalid_params'],
  },
  refuseHeldWrite: {
    method: 'post',
    path: `${path}/refuse`,
    access: 'use',
    tag,
    summary: 'Refuse or withdraw a held write',
    description:
      'Ends a held write without sending it: by those who may approve it, or by the token that asked for it.',
    pathParameters: heldPathSchema,
    body: {
      schema: refusalSchema,
      examples: { reason: { summary: 'With a reason', value: { reason: 'The customer has open invoices.' } } },
    },
    success: {
      200: shown('The held write, which is not sent.', {
        ...held,
        state: 'refused',
        reason: 'The customer has open invoices.',
        may_decide: false,
        decided_at: executed.decided_at,
        decided_by: executed.decided_by,
        ended_at: executed.decided_at,
      }),
    },
    errors: ['conflict', 'invalid_params'],
  },
});
