import { vendorCalls } from '@connectory/testkit';
import { describe, expect, it } from 'vitest';
import { slack } from '../src/index.ts';

describe('rate limits', () => {
  it('of one method hold back no other', async () => {
    const { call, sent } = await vendorCalls(slack, (request) =>
      request.endsWith('/conversations.history')
        ? { status: 429, headers: { 'retry-after': '30' }, body: { ok: false, error: 'ratelimited' } }
        : { body: { ok: true, message: {}, channel: 'C1', ts: '1.0' } },
    );
    expect(await call('channel_messages list', { channel: 'C1' })).toMatchObject({
      code: 'upstream_rate_limited',
      retryAfterSeconds: 30,
      othersMaySucceed: true,
    });
    expect(await call('messages create', { channel: 'C1', text: 'Hello' })).toBeNull();
    expect(sent).toEqual(['GET /api/conversations.history', 'POST /api/chat.postMessage']);
  });
});

describe('a renewal of tokens', () => {
  const renewing = (error: string) =>
    vendorCalls(
      slack,
      (request) =>
        request.endsWith('/oauth.v2.access')
          ? { body: { ok: false, error } }
          : { body: { ok: false, error: 'token_expired' } },
      'oauth2',
    );

  it.each(['invalid_refresh_token', 'token_revoked'])('is over after %s', async (error) => {
    const { call } = await renewing(error);
    expect(await call('users list')).toMatchObject({ code: 'reauthorization_required' });
  });

  it.each(['internal_error', 'ratelimited'])('is tried again after %s', async (error) => {
    const { call } = await renewing(error);
    expect(await call('users list')).toMatchObject({ code: 'upstream_unavailable', retryable: true });
  });
});
