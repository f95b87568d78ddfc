import { simulatedCalls } from '@connectory/testkit';
import { describe, expect, it } from 'vitest';
import { sandbox } from '../sandbox/index.ts';
import { campaigns } from '../src/entities/campaigns.ts';
import { listMembers } from '../src/entities/list-members.ts';
import { memberTaggings } from '../src/entities/member-taggings.ts';
import { mailchimp } from '../src/index.ts';

const open = () => simulatedCalls(mailchimp, { sandbox });

describe('requests', () => {
  it('adds a contact below its audience', () => {
    const { create } = listMembers.actions;
    const contact = { email_address: 'ada@example.com', status: 'pending' as const };
    expect(create.request({ list_id: 'a1', ...contact })).toMatchObject({
      method: 'POST',
      path: '/lists/a1/members',
      body: { value: contact },
    });
  });

  it('puts a tag on a contact and removes another one in one request', () => {
    const { create } = memberTaggings.actions;
    const tags = [
      { name: 'VIP', status: 'active' as const },
      { name: 'New', status: 'inactive' as const },
    ];
    expect(create.request({ list_id: 'a1', subscriber_hash: 'h1', tags })).toMatchObject({
      path: '/lists/a1/members/h1/tags',
      body: { value: { tags } },
    });
  });

  it('sends only the changed settings of a campaign', () => {
    const settings = { subject_line: 'New subject' };
    expect(campaigns.actions.update.request({ campaign_id: 'c1', settings })).toMatchObject({
      method: 'PATCH',
      path: '/campaigns/c1',
      body: { value: { settings } },
    });
  });
});

it('adds a contact, changes, tags and archives it', async () => {
  const call = await open();
  const [{ id: list_id }] = await call('lists list');
  const added = { list_id, email_address: 'ada@example.com', status: 'subscribed' };
  const { id: subscriber_hash } = await call('list_members create', added);
  const ada = { list_id, subscriber_hash };
  await call('list_members update', { ...ada, merge_fields: { FNAME: 'Ada' }, status: 'unsubscribed' });
  expect(await call('list_members get', ada)).toMatchObject({ status: 'unsubscribed', merge_fields: { FNAME: 'Ada' } });

  await call('member_taggings create', { ...ada, tags: [{ name: 'Speaker', status: 'active' }] });
  expect(await call('list_members get', ada)).toMatchObject({ tags: [{ name: 'Speaker' }] });
  await call('member_taggings create', { ...ada, tags: [{ name: 'Speaker', status: 'inactive' }] });
  expect(await call('list_members get', ada)).toMatchObject({ tags: [] });

  await call('member_notes create', { ...ada, note: 'Met at the fair' });
  expect(await call('member_notes list', ada)).toMatchObject([{ note: 'Met at the fair' }]);

  expect(await call('list_members delete', ada)).toEqual({ subscriber_hash });
  await expect(call('list_members get', ada)).rejects.toMatchObject({ code: 'record_not_found' });
});

it('writes a campaign and schedules it', async () => {
  const call = await open();
  const [{ id: list_id }] = await call('lists list');
  const settings = { subject_line: 'We launch', from_name: 'Fell & Fjord', reply_to: 'hello@example.com' };
  const { id: campaign_id } = await call('campaigns create', { recipients: { list_id }, settings });
  expect(await call('campaigns get', { campaign_id })).toMatchObject({ status: 'save', settings });

  await call('campaign_contents update', { campaign_id, html: '<p>Hello</p>' });
  expect(await call('campaign_contents get', { campaign_id })).toMatchObject({ html: '<p>Hello</p>' });

  await call('campaigns update', { campaign_id, settings: { subject_line: 'We launch today' } });
  const schedule_time = '2026-12-01T09:00:00+00:00';
  expect(await call('campaign_schedules create', { campaign_id, schedule_time })).toEqual({ id: campaign_id });
  expect(await call('campaigns get', { campaign_id })).toMatchObject({
    status: 'schedule',
    send_time: schedule_time,
    settings: { subject_line: 'We launch today' },
  });
});

it('sends a campaign at once', async () => {
  const call = await open();
  const [{ id: campaign_id }] = await call('campaigns list', { status: 'save' });
  await call('campaign_test_emails create', { campaign_id, test_emails: ['ada@example.com'] });
  await call('campaign_sends create', { campaign_id });
  expect(await call('campaigns get', { campaign_id })).toMatchObject({ status: 'sending' });
});

it('deletes a campaign', async () => {
  const call = await open();
  const [{ id: campaign_id }] = await call('campaigns list');
  expect(await call('campaigns delete', { campaign_id })).toEqual({ id: campaign_id });
  await expect(call('campaigns get', { campaign_id })).rejects.toMatchObject({ code: 'record_not_found' });
});
