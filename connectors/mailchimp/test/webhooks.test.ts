import { describe, expect, it } from 'vitest';
import { webhooks } from '../src/webhooks.ts';

describe('webhooks', () => {
  it('tell of changes by the API as well, which Mailchimp leaves out by default', () => {
    const { create } = webhooks.actions;
    const params = { list_id: 'a1', url: 'https://gateway.example.com/events/a/b' };
    expect(create.request(create.params.parse(params))).toMatchObject({
      method: 'POST',
      path: '/lists/a1/webhooks',
      body: { encoding: 'json', value: { url: params.url, sources: { user: true, admin: true, api: true } } },
    });
  });
});
