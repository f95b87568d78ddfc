import { GatewayError } from '@connectory/errors';
import { expect, it } from 'vitest';
import { envelopeOf } from './execute-handler.ts';

const names = { entity: 'customers', action: 'list' };
const address = { ...names, isDryRun: false };

it('puts entity and action of the address into the envelope', () => {
  const body = { params: { limit: 1 }, select_fields: ['id'], unread: true };
  expect(envelopeOf(body, address)).toEqual({ ...body, ...names });
});

it('asks for a dry run where the address does', () => {
  expect(envelopeOf({}, { ...names, isDryRun: true })).toEqual({ ...names, dry_run: true });
});

it.each(['entity', 'action', 'dry_run', 'limit_headers', 'skip_truncation'])('refuses %s in the body', (name) => {
  expect(() => envelopeOf({ [name]: 'list' }, address)).toThrow(
    expect.objectContaining({
      code: 'malformed_request',
      errors: [{ field: `/${name}`, message: 'is not a field of this request', error_code: 'unknown_name' }],
    }),
  );
});

it.each([[null], [[]], ['text']])('refuses %j as body', (body) => {
  expect(() => envelopeOf(body, address)).toThrow(GatewayError);
});
