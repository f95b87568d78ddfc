import { describe, expect, it } from 'vitest';
import { events } from '../src/events.ts';

describe('webhooks', () => {
  it('send JSON about everything that hints know', () => {
    const create = events.registration?.webhooks.actions.create;
    const params = { owner: 'acme', repo: 'website', url: 'https://gateway.example.com/events/a/b', secret: 's' };
    expect(create?.request(create.params.parse(params))).toMatchObject({
      method: 'POST',
      path: '/repos/acme/website/hooks',
      body: {
        encoding: 'json',
        value: {
          name: 'web',
          active: true,
          events: expect.arrayContaining(['issues', 'issue_comment', 'pull_request', 'push', 'repository']),
          config: { url: params.url, content_type: 'json', secret: 's' },
        },
      },
    });
  });
});
