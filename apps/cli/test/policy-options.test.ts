import { describe, expect, it } from 'vitest';
import { startStubGateway } from './stub-gateway.ts';
import { runInTest } from './test-terminal.ts';

async function created(...options: readonly string[]) {
  const gateway = await startStubGateway(() => ({ status: 201, body: { id: 'x', token: 'cty_x' } }));
  try {
    const { code, error } = await runInTest(['tokens', 'create', 'support', ...options], {
      environment: { CONNECTORY_URL: gateway.url, CONNECTORY_TOKEN: 'cty_test', CONNECTORY_WORKSPACE: 'demo' },
      input: '{"read_only":true,"detect":{"email":"redact"}}',
    });
    const [sent] = gateway.requests;
    return { code, error, policy: (sent?.body as { policy?: unknown } | undefined)?.policy };
  } finally {
    await gateway.close();
  }
}

describe('the options of a policy', () => {
  it('hide, mask and hash fields of an entity by one rule', async () => {
    const options = ['--hide', 'customers.name', 'customers.address.city', '--mask', 'stripe/charges.receipt_email'];
    expect((await created(...options, '--hash', 'customers.email')).policy).toEqual({
      fields: [
        { entity: 'customers', drop: ['name', 'address.city'], hash: ['email'] },
        { connector: 'stripe', entity: 'charges', mask: ['receipt_email'] },
      ],
    });
  });

  it('name kinds of personal data, or all of them', async () => {
    const { policy } = await created('--personal', 'drop', 'contact=mask', '--detect', 'redact');
    expect(policy).toEqual({ personal: { all: 'drop', contact: 'mask' }, detect: { all: 'redact' } });
  });

  it('name the records that exist', async () => {
    const { policy } = await created('--only', 'Berlin/tickets={"eq":{"subject":"a=b/c"}}');
    expect(policy).toEqual({
      records: [{ connector: 'Berlin', entity: 'tickets', where: { eq: { subject: 'a=b/c' } } }],
    });
  });

  it('complete a policy that is given as JSON', async () => {
    expect((await created('--policy', '-', '--connectors', 'stripe', '--detect', 'email=hash')).policy).toEqual({
      read_only: true,
      connectors: ['stripe'],
      detect: { email: 'hash' },
    });
  });

  it.each([
    ['--hide', 'email'],
    ['--hide', '.email'],
    ['--only', 'tickets={}'],
    ['--only', 'zendesk/tickets'],
    ['--personal', 'contact=mask=drop'],
    ['--policy', '[]'],
  ])('are refused before anything is sent: %s %s', async (...options) => {
    expect(await created(...options)).toMatchObject({ code: 4, policy: undefined });
  });
});
