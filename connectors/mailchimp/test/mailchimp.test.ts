import type { Entity, RawValue } from '@connectory/connector-sdk';
import { resolveValue } from '@connectory/connector-sdk/engine';
import { describe, expect, it } from 'vitest';
import { upstream } from '../src/adapter.ts';
import { emailActivity } from '../src/entities/email-activity.ts';
import { listMembers } from '../src/entities/list-members.ts';
import { segmentMembers } from '../src/entities/segment-members.ts';
import { tags } from '../src/entities/tags.ts';

describe('the data center', () => {
  const dataCenter = (settings: Readonly<Record<string, unknown>>, key?: string) =>
    resolveValue(upstream.places.data_center, { settings, credential: () => key, today: '2026-11-01' });

  it('is what follows the last hyphen of the API key', () => {
    expect(dataCenter({}, '0123456789abcdef0123456789abcdef-us21')).toBe('us21');
  });

  it('is a setting where an access token does not say it', () => {
    expect(dataCenter({ data_center: 'us7' })).toBe('us7');
    expect(dataCenter({})).toBeUndefined();
  });

  it('cannot be a host of somebody else', () => {
    const accepts = (data_center: string) => upstream.settings.safeParse({ data_center }).success;
    expect(['us21', 'us21.evil.example/', 'us21/', ''].map(accepts)).toEqual([true, false, false, false]);
    expect(dataCenter({}, 'key-us21.evil.example/')).toBeUndefined();
  });
});

describe('requests', () => {
  it('take an address in the place of its hash', () => {
    const params = { list_id: 'f5eeafef91', subscriber_hash: 'ada+news@example.com' };
    expect(listMembers.actions.get.request(params).path).toBe('/lists/f5eeafef91/members/ada%2Bnews%40example.com');
  });

  it('find tags by search, because Mailchimp has no list of them', () => {
    expect(tags.actions.list.request({ list_id: 'f5eeafef91', name: 'Bought' })).toMatchObject({
      method: 'GET',
      path: '/lists/f5eeafef91/tag-search',
      query: { name: 'Bought' },
    });
  });

  it.each([listMembers, segmentMembers, emailActivity])('refuse pages of $name that Mailchimp would cut', (entity) => {
    const { shape } = (entity as Entity).actions.list?.params ?? {};
    const accepts = (count: number) => shape?.count?.safeParse(count).success;
    expect([0, 1, 1000, 1001].map(accepts)).toEqual([false, true, true, false]);
  });
});

describe('search fields of email activity', () => {
  const derived = (field: string, activity: RawValue) =>
    (emailActivity as Entity).search?.derived[field]?.from?.({ activity });

  it('are those of the last event, whatever the order', () => {
    const click = {
      action: 'click',
      timestamp: '2026-10-05T10:00:00+00:00',
      url: 'https://shop.example',
      ip: '192.0.2.1',
    };
    const open = { action: 'open', timestamp: '2026-10-05T09:58:00+00:00', ip: '192.0.2.1' };
    expect(derived('action', [click, open])).toBe('click');
    expect(derived('url', [open, click])).toBe('https://shop.example');
    expect(derived('type', [open, click])).toBeUndefined();
  });

  it('are null for an email that nothing happened to', () => {
    expect(derived('action', [])).toBeUndefined();
    expect(derived('timestamp', null)).toBeUndefined();
  });
});
