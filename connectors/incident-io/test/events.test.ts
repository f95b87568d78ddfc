import { describe, expect, it } from 'vitest';
import { events } from '../src/events.ts';

const hintsOf = (type: string, about: object) =>
  events.hints({ method: 'POST', query: {}, headers: {}, body: { event_type: type, [type]: about } });

describe('the events of incident.io', () => {
  it.each([
    ['public_incident.incident_created_v2', { id: '01FD' }, 'incidents'],
    ['private_incident.incident_updated_v2', { id: '01FD' }, 'incidents'],
    ['public_alert.alert_created_v1', { id: '01FD' }, 'alerts'],
    ['private_alert.alert_resolved_v1', { id: '01FD' }, 'alerts'],
    ['public_escalation.escalation_created_v1', { id: '01FD' }, 'escalations'],
    ['private_escalation.escalation_status_updated_v1', { id: '01FD' }, 'escalations'],
    [
      'public_escalation.escalation_status_updated_v1',
      { escalation: { id: '01FD' }, previous_status: 'triggered', new_status: 'acked' },
      'escalations',
    ],
    ['schedule.created_v1', { id: '01FD' }, 'schedules'],
    ['schedule.updated_v1', { id: '01FD' }, 'schedules'],
    [
      'schedule.shift_change_v1',
      { schedule: { id: '01FD' }, current_users: [{ id: '01US' }], previous_users: [] },
      'schedules',
    ],
  ])('%s is about a record', (type, about, entity) => {
    expect(hintsOf(type, about)).toEqual([{ entity, params: { id: '01FD' } }]);
  });

  it('report a deleted schedule as gone', () => {
    const gone = { entity: 'schedules', params: { id: '01FD' }, gone: true };
    expect(hintsOf('schedule.deleted_v1', { id: '01FD' })).toEqual([gone]);
  });

  it('start the next pass of updates early when the status of an incident changed', () => {
    const about = { incident: { id: '01FD' }, previous_status: { id: '01ST' }, new_status: { id: '01SU' } };
    expect(hintsOf('public_incident.incident_status_updated_v2', about)).toEqual([
      { entity: 'incidents', params: { id: '01FD' } },
      { entity: 'incident_updates' },
    ]);
  });

  it.each([
    ['public_incident.follow_up_created_v2', { id: '01FU' }],
    ['private_incident.membership_granted_v1', { id: '01ME' }],
    ['public_incident.postmortem_document_status_updated_v1', { postmortem_document: { id: '01PM' } }],
    ['status_page_incident.update_shared_v1', { update: { id: '01UP' } }],
  ])('%s is about no record of the copy', (type, about) => {
    expect(hintsOf(type, about)).toEqual([]);
  });
});
