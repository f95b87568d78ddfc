import { text } from 'node:stream/consumers';
import { inspect } from 'node:util';
import { problemOf } from '@connectory/errors';
import { describe, expect, it } from 'vitest';
import { contentOf, openGateway } from '../test/test-gateway.ts';
import type { VendorResponse } from '../test/test-vendor.ts';
import { toGatewayError } from './errors.ts';

const canary = 'canary-5d1c2e90';

/** Everything a vendor could answer that brings the credential back. */
const responses: readonly VendorResponse[] = [
  { body: { data: [] } },
  { body: { id: 'a' } },
  ...[302, 400, 401, 403, 404, 409, 422, 429, 500, 503].map((status) => ({
    status,
    headers: { 'retry-after': '60', location: `https://elsewhere.example/?key=${canary}`, 'x-request-id': canary },
    body: { message: `you sent Bearer ${canary}`, code: canary, data: canary },
  })),
  { body: `not JSON: ${canary}` },
  { body: `{"data": [{"id": ${canary}` },
  { body: `{"data": [{"id": ${canary}}]}` },
  { body: `{"id": ${canary}}` },
  { reset: true },
];

const calls = [
  { entity: 'notes', action: 'list' },
  { entity: 'notes', action: 'list', select_fields: ['id'] },
  { entity: 'people', action: 'list' },
  { entity: 'notes', action: 'get', params: { id: 'a' } },
  { entity: 'notes', action: 'create', params: { text: 'x' }, select_fields: ['id'] },
  { entity: 'notes', action: 'download', params: { id: 'a' } },
  { entity: 'notes', action: 'list', dry_run: true },
  { entity: 'notes', action: 'create', params: { text: 'x' }, dry_run: true },
  { entity: 'notes', action: 'list', params: { limit: 'x' } },
  { entity: 'made-up', action: 'list' },
];

const credentialKinds = [
  { authentication: 'key', credentials: { api_key: canary } },
  {
    authentication: 'oauth',
    credentials: {
      access_token: canary,
      refresh_token: `${canary}-r`,
      client_id: 'app',
      client_secret: `${canary}-s`,
    },
  },
];

describe.each(credentialKinds)('a credential of the kind $authentication', (changes) => {
  it.each(responses)('shows nowhere when the vendor returns %j', async (response) => {
    const { execute, vendor, audit, observations, controlPlane, workspace, connection } = await openGateway(
      response,
      changes,
    );
    const shown: unknown[] = [];
    for (const [index, body] of calls.entries()) {
      try {
        const result = await execute(body, { idempotencyKey: `key-${index}` });
        if (result.kind === 'preview') shown.push(result.requests);
        else if (result.kind === 'file') await text(result.file.body);
        else shown.push(contentOf(result));
      } catch (thrown) {
        const error = toGatewayError(thrown);
        shown.push(problemOf(error, 'r'), error.message, inspect(error, { depth: 10 }));
      }
    }
    shown.push(await controlPlane.connections.get(workspace.id, connection.id), await audit(), observations);
    expect(observations).toHaveLength(calls.length);
    expect(inspect(shown, { depth: 20, maxArrayLength: null, maxStringLength: null })).not.toContain(canary);
    expect(vendor.received[0]?.headers.authorization).toBe(`Bearer ${canary}`);
  });
});
