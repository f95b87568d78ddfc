import { describe, expect, it } from 'vitest';
import { webhooks, webhookTopics } from '../src/webhooks.ts';

describe('webhooks', () => {
  const { create, delete: remove } = webhooks.actions;

  it('are active from the start, for one topic each', () => {
    const params = { url: 'https://gateway.example.com/events/a/b', topic: 'order.updated', secret: 's' };
    expect(create.request(create.params.parse(params))).toMatchObject({
      method: 'POST',
      path: '/webhooks',
      body: {
        encoding: 'json',
        value: { status: 'active', topic: 'order.updated', delivery_url: params.url, secret: 's' },
      },
    });
    expect(webhookTopics).toHaveLength(15);
    expect(webhookTopics).not.toContain('customer.restored');
  });

  it('are deleted for good: WooCommerce has no trash for them', () => {
    expect(remove.request(remove.params.parse({ id: 7 }))).toMatchObject({
      method: 'DELETE',
      path: '/webhooks/7',
      query: { force: true },
    });
  });
});
