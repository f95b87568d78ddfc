import type { SimulatedChange, SimulatedEvent } from '@connectory/sandbox';

/** The event of a change; undefined if the vendor sends none. */
export const simulateEvent: (change: SimulatedChange) => SimulatedEvent | undefined = (change) => {
  const { entity, record, number } = change;
  const type = typeOf(change);
  if (type === undefined) return undefined;
  const about = type.includes('status_updated') ? statusOf(entity, record) : { id: record.id };
  return { headers: { 'webhook-id': `msg_demo_${number}` }, body: { event_type: type, [type]: about } };
};

function statusOf(entity: string, { id, incident_id, status }: SimulatedChange['record']) {
  if (entity === 'incident_updates') return { incident: { id: incident_id } };
  return { escalation: { id }, new_status: status };
}

// incident.io deletes only schedules, and reports no change of an alert but that it was resolved.
function typeOf({ entity, kind, record }: SimulatedChange): string | undefined {
  if (entity === 'schedules')
    return `schedule.${{ added: 'created', changed: 'updated', removed: 'deleted' }[kind]}_v1`;
  if (kind === 'removed') return undefined;
  const isNew = kind === 'added';
  if (entity === 'incident_updates') return 'public_incident.incident_status_updated_v2';
  if (entity === 'incidents') return `public_incident.incident_${isNew ? 'created' : 'updated'}_v2`;
  if (entity === 'escalations') return `public_escalation.escalation_${isNew ? 'created' : 'status_updated'}_v1`;
  if (entity !== 'alerts' || (!isNew && record.status !== 'resolved')) return undefined;
  return `public_alert.alert_${isNew ? 'created' : 'resolved'}_v1`;
}
