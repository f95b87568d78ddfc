import { describe, expect, it } from 'vitest';
import { events } from '../src/events.ts';
import { webhooks, webhookTopics } from '../src/webhooks.ts';

describe('webhooks', () => {
  it('are created for one topic each', () => {
    const { create } = webhooks.actions;
    const params = { url: 'https://gateway.example.com/events/a/b', topic: 'orders/updated' };
    const request = create.request(create.params.parse(params));
    expect(request).toMatchObject({ method: 'POST', path: '/webhooks.json' });
    expect(request.body?.value).toEqual({ webhook: { topic: params.topic, address: params.url, format: 'json' } });
  });

  it('have topics whose events mean something', () => {
    for (const topic of webhookTopics) {
      const event = { headers: { 'x-shopify-topic': topic }, body: { id: 1, order_id: 2 } };
      expect(events.hints({ method: 'POST', query: {}, ...event }), topic).not.toEqual([]);
    }
    expect(new Set(webhookTopics).size).toBe(31);
  });
});
