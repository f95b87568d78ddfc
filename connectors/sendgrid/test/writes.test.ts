import { simulatedCalls } from '@connectory/testkit';
import { describe, expect, it } from 'vitest';
import { sandbox } from '../sandbox/index.ts';
import { contacts } from '../src/entities/contacts.ts';
import { messages } from '../src/entities/messages.ts';
import { sendgrid } from '../src/index.ts';

const open = () => simulatedCalls(sendgrid, { sandbox });

describe('requests', () => {
  it('sends an email with its recipients in one personalization', () => {
    const { create } = messages.actions;
    const given = {
      from: { email: 'shop@example.com' },
      to: [{ email: 'ada@example.com', name: 'Ada' }],
      template_id: 'd-1',
      dynamic_template_data: { order: 7 },
    };
    expect(create.request(create.params.parse(given))).toMatchObject({
      path: '/v3/mail/send',
      body: {
        value: {
          from: { email: 'shop@example.com' },
          template_id: 'd-1',
          personalizations: [{ to: [{ email: 'ada@example.com', name: 'Ada' }], dynamic_template_data: { order: 7 } }],
        },
      },
    });
  });

  it('deletes a contact by its id in the query', () => {
    expect(contacts.actions.delete.request({ id: 'c1' })).toMatchObject({ method: 'DELETE', query: { ids: 'c1' } });
  });
});

it('returns the id of a sent email, which is in a header', async () => {
  const call = await open();
  const content = [{ type: 'text/plain', value: 'Your coffee is on its way.' }];
  const sent = await call('messages create', {
    from: { email: 'shop@example.com' },
    to: [{ email: 'ada@example.com' }],
    subject: 'On its way',
    content,
  });
  expect(sent).toEqual({ id: expect.any(String) });
});

it('adds a contact to a list, finds it and deletes it', async () => {
  const call = await open();
  const { id: list } = await call('lists create', { name: 'Beta testers' });
  const added = { contacts: [{ email: 'ada@example.com', first_name: 'Ada' }], list_ids: [list] };
  expect(await call('contacts create', added)).toEqual({ job_id: expect.any(String) });
  const query = "email LIKE 'ada@example.com%'";
  const [contact] = await call('contacts api_search', { query });
  expect(contact).toMatchObject({ first_name: 'Ada', list_ids: [list] });
  expect(await call('contacts delete', { id: contact.id })).toEqual({ job_id: expect.any(String) });
  expect(await call('contacts api_search', { query })).toEqual([]);
});

it('renames and deletes a list', async () => {
  const call = await open();
  const [{ id }] = await call('lists list');
  await call('lists update', { id, name: 'Renamed' });
  expect(await call('lists get', { id })).toMatchObject({ name: 'Renamed' });
  await call('lists delete', { id });
  await expect(call('lists get', { id })).rejects.toMatchObject({ code: 'record_not_found' });
});

it('creates a Single Send and schedules it', async () => {
  const call = await open();
  const { id } = await call('singlesends create', { name: 'Launch', email_config: { subject: 'We launch' } });
  expect(await call('singlesends get', { id })).toMatchObject({ name: 'Launch', status: 'draft' });
  const send_at = '2026-12-01T09:00:00Z';
  expect(await call('singlesend_schedules create', { id, send_at })).toEqual({ send_at, status: 'scheduled' });
  expect(await call('singlesends get', { id })).toMatchObject({ status: 'scheduled', send_at });
});

it('suppresses an address everywhere, and lets it get emails again', async () => {
  const call = await open();
  const email = 'ada@example.com';
  await call('global_suppressions create', { recipient_emails: [email] });
  expect(await call('global_suppressions list')).toContainEqual(expect.objectContaining({ email }));
  expect(await call('global_suppressions delete', { email })).toEqual({ email });
  expect(await call('global_suppressions list')).not.toContainEqual(expect.objectContaining({ email }));
});

it('takes an address off the bounces', async () => {
  const call = await open();
  const [{ email }] = await call('bounces list');
  expect(await call('bounces delete', { email })).toEqual({ email });
  expect(await call('bounces list')).not.toContainEqual(expect.objectContaining({ email }));
});

it('adds a version to a new template', async () => {
  const call = await open();
  const { id: template_id } = await call('templates create', { name: 'Receipt' });
  await call('template_versions create', { template_id, name: 'First', subject: 'Your receipt' });
  const { versions } = await call('templates get', { template_id });
  expect(versions).toContainEqual(expect.objectContaining({ name: 'First', subject: 'Your receipt' }));
});
