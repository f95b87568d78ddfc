import { expect, it } from 'vitest';
import { startStubGateway } from './stub-gateway.ts';
import { runInTest } from './test-terminal.ts';

const id = '3d1b7c9e-8a54-4c3f-b2a6-5e9f0d7c1a42';
const connection = { id, name: 'shop', connector: 'stripe', vendor: 'Stripe', settings: {} };
const nothing = { created: 0, unchanged: 0, removed: 0, failed: [], state: 'secret_missing' };

it.each([
  ['webhooks were created', '--register', { ...nothing, created: 1 }, true],
  ['webhooks replaced those with a former URL', '--register', { ...nothing, created: 1, removed: 1 }, true],
  ['webhooks were there', '--register', { ...nothing, unchanged: 1 }, true],
  ['all webhooks were removed', '--unregister', { ...nothing, removed: 1 }, false],
  ['there were none to remove', '--unregister', nothing, false],
])('asks for the secret if it is missing although there are webhooks: %s', async (_case, option, outcome, isAsked) => {
  const gateway = await startStubGateway(({ path }) => ({
    status: 200,
    body: path.endsWith('/registration') ? outcome : { data: [connection], meta: { next_cursor: null } },
  }));
  try {
    const { out, error } = await runInTest(['connections', 'events', id, option, '--yes'], {
      isInteractive: true,
      environment: { CONNECTORY_URL: gateway.url, CONNECTORY_TOKEN: 'cty_test', CONNECTORY_WORKSPACE: 'demo' },
    });
    expect(out, error).toContain('secret_missing');
    expect(out.includes('store it with --secret')).toBe(isAsked);
  } finally {
    await gateway.close();
  }
});
