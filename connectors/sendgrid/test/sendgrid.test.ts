import type { Page } from '@connectory/connector-sdk';
import { vendorCalls } from '@connectory/testkit';
import { describe, expect, it } from 'vitest';
import { blocks } from '../src/entities/blocks.ts';
import { campaigns } from '../src/entities/campaigns.ts';
import { contacts } from '../src/entities/contacts.ts';
import { suppressionGroupMembers } from '../src/entities/suppression-group-members.ts';
import { templates } from '../src/entities/templates.ts';
import { sendgrid } from '../src/index.ts';

describe('requests', () => {
  it('reads campaigns as Single Sends', () => {
    const { list } = campaigns.actions;
    expect(list.request(list.params.parse({}))).toMatchObject({
      path: '/v3/marketing/singlesends',
      query: { page_size: 50 },
    });
  });

  it('always says how many templates it wants, without which SendGrid refuses the call', () => {
    const { list } = templates.actions;
    expect(list.request(list.params.parse({})).query).toEqual({ page_size: 50, generations: 'legacy,dynamic' });
    expect(list.params.safeParse({ generations: 'modern' }).success).toBe(false);
  });

  it('sends nothing about pages of group members unless asked for', () => {
    const { list } = suppressionGroupMembers.actions;
    expect(list.request(list.params.parse({})).query).toEqual({});
  });

  it('reads later passes of suppressions from a time on', () => {
    const { list } = blocks.actions;
    const params = list.params.parse({ ...blocks.sync?.params, start_time: 1_793_000_000 });
    expect(list.request(params).query).toEqual({ limit: 500, offset: 0, start_time: 1_793_000_000 });
    expect(blocks.sync?.cursor).toEqual({ field: 'created', param: 'start_time' });
  });
});

it('refuses page sizes SendGrid does not have', () => {
  const accepts = (limit: number) => blocks.actions.list.params.safeParse({ limit }).success;
  expect([0, 1, 500, 501].map(accepts)).toEqual([false, true, true, false]);
});

describe('the pages of group members', () => {
  const { paging } = suppressionGroupMembers.actions.list;
  const after = (params: Record<string, unknown>, count: number, link?: string) => {
    const current: Page = {
      params,
      count,
      value: () => undefined,
      first: () => undefined,
      last: () => undefined,
      header: () => link,
    };
    return paging?.next(current);
  };

  it('go on where the Link header says', () => {
    const link = '<https://api.sendgrid.com/v3/asm/suppressions?limit=2&offset=4>; rel="next"; title="3"';
    expect(after({ offset: 2 }, 2, link)).toEqual({ offset: 4 });
  });

  it('go on after a full page without such a header', () => {
    expect(after({ limit: 2 }, 2)).toEqual({ offset: 2 });
    expect(after({ limit: 2, offset: 2 }, 2)).toEqual({ offset: 4 });
  });

  it('end with a page that is not full, or has all there is', () => {
    expect(after({ limit: 2, offset: 2 }, 1)).toBeNull();
    expect(after({ limit: 2 }, 7)).toBeNull();
    expect(after({}, 7)).toBeNull();
  });
});

it('finds contacts by contact_id', () => {
  expect(contacts.search?.derived.contact_id.from?.({ id: '670888d1' })).toBe('670888d1');
});

it('holds back only the endpoint that has no calls left', async () => {
  const reset = String(Math.floor(Date.now() / 1000) + 60);
  const { call } = await vendorCalls(sendgrid, (request) =>
    request.endsWith('/bounces')
      ? { headers: { 'x-ratelimit-remaining': '0', 'x-ratelimit-reset': reset }, body: [] }
      : { body: { result: [] } },
  );
  expect(await call('bounces list')).toBeNull();
  expect(await call('bounces list')).toMatchObject({ code: 'upstream_rate_limited', othersMaySucceed: true });
  expect(await call('templates list')).toBeNull();
});
