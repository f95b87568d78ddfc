import { describe, expect, it } from 'vitest';
import { webhooks } from '../src/webhooks.ts';

describe('webhooks', () => {
  const { create, get } = webhooks.actions;

  it('are sent as JSON for the events of every entity with a copy', () => {
    const url = 'https://gateway.example.com/events/a/b';
    const request = create.request(create.params.parse({ url }));
    expect(request).toMatchObject({ method: 'POST', path: '/webhooks' });
    const { webhook } = request.body?.value ?? {};
    const { subscriptions } = webhook as { subscriptions: string[] };
    expect(webhook).toMatchObject({ endpoint: url, http_method: 'POST', request_format: 'json', status: 'active' });
    expect(subscriptions).toEqual(
      expect.arrayContaining([
        'zen:event-type:ticket.comment_added',
        'zen:event-type:user.merged',
        'zen:event-type:organization.deleted',
        'zen:event-type:article.unpublished',
      ]),
    );
    expect(new Set(subscriptions).size).toBe(subscriptions.length);
  });

  it('have a secret that is shown separately', () => {
    expect(get.request(get.params.parse({ id: '01H' }))).toMatchObject({
      method: 'GET',
      path: '/webhooks/01H/signing_secret',
    });
  });
});
