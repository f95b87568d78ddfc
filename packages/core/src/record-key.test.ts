import { expect, it } from 'vitest';
import { openGateway } from '../test/test-gateway.ts';

const keysOf = async (gateway: Awaited<ReturnType<typeof openGateway>>) =>
  (await gateway.audit()).map(({ action, outcome, recordKey }) => [action, outcome, recordKey]);

it('the audit names the record that was created, read by its key or deleted', async () => {
  const gateway = await openGateway({ body: { id: 'n1', text: 'secret' } });
  await gateway.execute({ entity: 'notes', action: 'create', params: { text: 'secret' } });
  await gateway.execute({ entity: 'notes', action: 'get', params: { id: 'n1' } });
  await gateway.execute({ entity: 'notes', action: 'delete', params: { id: 'n1' } });
  await gateway.execute({ entity: 'notes', action: 'delete', params: { id: 'n2' }, dry_run: true });
  const key = { id: 'n1' };
  expect(await keysOf(gateway)).toEqual([
    ['create', 200, key],
    ['get', 200, key],
    ['delete', 200, key],
    ['delete', 200, { id: 'n2' }],
  ]);
  expect(JSON.stringify(await gateway.audit())).not.toContain('secret');
});

it('a failed deletion names its record, and a list or a failed creation none', async () => {
  const gateway = await openGateway({ status: 404, body: {} });
  const failing = [
    { entity: 'notes', action: 'delete', params: { id: 'n1' } },
    { entity: 'notes', action: 'list', params: { limit: 1 } },
    { entity: 'notes', action: 'create', params: { text: 'lost' } },
  ];
  for (const call of failing) await gateway.execute(call).catch(() => undefined);
  expect((await keysOf(gateway)).map(([action, , key]) => [action, key])).toEqual([
    ['delete', { id: 'n1' }],
    ['list', null],
    ['create', null],
  ]);
});
