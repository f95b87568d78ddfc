import { type ActionElsewhere, ConnectorStopped } from '@connectory/connector-sdk/engine';
import { describe, expect, it } from 'vitest';
import { testCall, testClient, testConnection } from '../test/test-connector.ts';
import { json, startTestUpstream } from '../test/test-upstream.ts';

function callOf(request: NonNullable<ActionElsewhere['request']>, origin = 'https://things.example') {
  const call = testCall(testConnection(origin), 'things get', { id: '7' });
  const elsewhere: ActionElsewhere = { shapesRows: false, request, record: async (row) => row };
  return { ...call, action: { ...call.action, elsewhere } };
}

describe('a request that is built in another process', () => {
  const own = testCall(testConnection('https://things.example'), 'things get', { id: '7' });
  const built = own.action.request(own.params);

  it('is the one that leaves', async () => {
    const [preview] = await testClient().preview(callOf(async () => ({ ...built, query: { built: 'there' } })));
    expect(preview).toMatchObject({ method: 'GET', url: expect.stringContaining('?built=there') });
  });

  it.each([
    ['by another method', { ...built, method: 'DELETE' as const }],
    ['to another path', { ...built, path: '/admin/keys' }],
    ['below its route', { ...built, path: `${built.path}/refund` }],
  ])('does not leave %s, where the action declares none', async (_about, request) => {
    const upstream = await startTestUpstream(json({}));
    const call = callOf(async () => request, upstream.origin);
    await expect(testClient().record(call)).rejects.toMatchObject({ code: 'internal' });
    expect(upstream.received).toEqual([]);
  });

  it('is missed with the reason why its process was stopped', async () => {
    const stopped = callOf(() => Promise.reject(new ConnectorStopped('it took longer than 5 s.')));
    await expect(testClient().record(stopped)).rejects.toMatchObject({
      code: 'internal',
      message: expect.stringContaining('failed while building the request: it took longer than 5 s. This is a bug'),
    });
  });
});
