import { describe, expect, it } from 'vitest';
import { webhooks } from '../src/webhooks.ts';

describe('event webhooks', () => {
  const { create, update } = webhooks.actions;

  it('are enabled for what changes a copy', () => {
    const url = 'https://gateway.example.com/events/a/b';
    const request = create.request(create.params.parse({ url }));
    expect(request).toMatchObject({ method: 'POST', path: '/v3/user/webhooks/event/settings' });
    expect(request.body?.value).toEqual({
      enabled: true,
      url,
      friendly_name: 'Connectory',
      bounce: true,
      dropped: true,
      unsubscribe: true,
      group_unsubscribe: true,
      group_resubscribe: true,
    });
  });

  it('are signed from a request of its own on, which returns the public key', () => {
    const request = update.request(update.params.parse({ id: 'w1' }));
    expect(request).toMatchObject({ method: 'PATCH', path: '/v3/user/webhooks/event/settings/signed/w1' });
    expect(request.body?.value).toEqual({ enabled: true });
  });
});
