import { simulatedCalls } from '@connectory/testkit';
import { describe, expect, it } from 'vitest';
import { sandbox } from '../sandbox/index.ts';
import { escalationResponses } from '../src/entities/escalation-responses.ts';
import { incidents } from '../src/entities/incidents.ts';
import { incidentIo } from '../src/index.ts';

describe('requests', () => {
  it('a change of an incident notifies its channel only on demand', () => {
    const { update } = incidents.actions;
    const change = { id: '01A', incident: { name: 'Checkout is slow' } };
    expect(update.request(update.params.parse(change))).toMatchObject({
      method: 'POST',
      path: '/v2/incidents/01A/actions/edit',
      body: { value: { incident: change.incident, notify_incident_channel: false } },
    });
    const loud = update.params.parse({ ...change, notify_incident_channel: true });
    expect(update.request(loud).body?.value).toMatchObject({ notify_incident_channel: true });
  });

  it('a snoozed escalation says until when', () => {
    const { create } = escalationResponses.actions;
    const snooze_details = { snooze_until: '2026-11-01T12:00:00Z' };
    const values = create.params.parse({ escalation_id: '01A', response: 'snooze', snooze_details });
    expect(create.request(values)).toMatchObject({
      path: '/v2/escalations/01A/actions/respond',
      body: { value: { response: 'snooze', snooze_details } },
    });
  });
});

describe('what was written can be read', () => {
  it('declares an incident, raises its severity and shares an update', async () => {
    const call = await simulatedCalls(incidentIo, { sandbox });
    const severities = await call('severities list');
    const { id } = await call('incidents create', {
      name: 'Checkout is slow',
      summary: 'Every second order takes a minute',
      visibility: 'public',
      severity_id: severities[0].id,
    });
    expect((await call('incidents list'))[0]).toMatchObject({ id, name: 'Checkout is slow', severity: severities[0] });
    await call('incidents update', { id, incident: { severity_id: severities[1].id } });
    expect(await call('incidents get', { id })).toMatchObject({ name: 'Checkout is slow', severity: severities[1] });
    const update = await call('incident_updates create', { incident_id: id, message: 'We added capacity.' });
    expect((await call('incident_updates list'))[0]).toMatchObject({ id: update.id, incident_id: id });
  });

  it('escalates an incident to the people of an escalation path, who acknowledge it', async () => {
    const call = await simulatedCalls(incidentIo, { sandbox });
    const [incident] = await call('incidents list');
    const [path] = await call('escalation_paths list');
    const { id } = await call('escalations create', {
      title: incident.name,
      escalation_path_id: path.id,
      incident_id: incident.id,
    });
    expect((await call('escalations list'))[0]).toMatchObject({
      id,
      status: 'triggered',
      escalation_path_id: path.id,
      related_incidents: [{ id: incident.id }],
    });
    await call('escalation_responses create', { escalation_id: id, response: 'ack' });
    expect(await call('escalations get', { id })).toMatchObject({ status: 'acked' });
    await call('escalation_cancellations create', { id });
    expect(await call('escalations get', { id })).toMatchObject({ status: 'cancelled' });
  });

  it('adds an action to an incident, completes and deletes it', async () => {
    const call = await simulatedCalls(incidentIo, { sandbox });
    const [{ id: incident_id }] = await call('incidents list');
    const { id } = await call('incident_actions create', { incident_id, description: 'Call the bank' });
    expect(await call('incident_actions list', { incident_id })).toContainEqual(expect.objectContaining({ id }));
    await call('incident_actions update', { id, description: 'Call the bank', status: 'completed' });
    expect(await call('incident_actions get', { id })).toMatchObject({ status: 'completed' });
    await call('incident_actions delete', { id });
    expect(await call('incident_actions list', { incident_id })).not.toContainEqual(expect.objectContaining({ id }));
  });

  it('adds a follow-up to an incident', async () => {
    const call = await simulatedCalls(incidentIo, { sandbox });
    const [{ id: incident_id }] = await call('incidents list');
    const { id } = await call('follow_ups create', { incident_id, title: 'Alert earlier' });
    expect(await call('follow_ups get', { id })).toMatchObject({ title: 'Alert earlier', status: 'outstanding' });
  });

  it('publishes an incident on a status page', async () => {
    const call = await simulatedCalls(incidentIo, { sandbox });
    const [{ id: status_page_id }] = await call('status_pages list');
    const { id } = await call('status_page_incidents create', {
      status_page_id,
      name: 'Checkout is slow',
      incident_status: 'investigating',
      message: 'We look into it.',
      notify_subscribers: false,
    });
    expect(await call('status_page_incidents list', { status_page_id })).toContainEqual(
      expect.objectContaining({ id, name: 'Checkout is slow', incident_status: 'investigating' }),
    );
  });
});
