import { type ConnectorEvents, type SimulatedChange, standardWebhooks } from '@connectory/connector-sdk';

const entities: Readonly<Record<string, string>> = {
  incident: 'incidents',
  alert: 'alerts',
  escalation: 'escalations',
  schedule: 'schedules',
};

// Only the types of schedules do not say whether the record is public or private.
const eventType = /^(?:(?:public|private)_\w+\.(incident|alert|escalation)_|(schedule)\.)(\w+)_v\d+$/;

/** https://docs.incident.io/api-reference/webhooks */
export const events: ConnectorEvents = {
  documentation: 'https://docs.incident.io/api-reference/webhooks',
  entities: ['incidents', 'alerts', 'escalations', 'incident_updates', 'schedules'],
  secret: 'Signing secret of the endpoint (whsec_…), shown by incident.io under Settings → Webhooks',
  signature: standardWebhooks(),
  id: { header: 'webhook-id' },
  hints: ({ body }) => {
    const type = String(body?.event_type);
    const [, resource, schedule, verb] = eventType.exec(type) ?? [];
    const kind = resource ?? schedule ?? '';
    const entity = entities[kind];
    const about = body?.[type];
    // A changed status and a changed shift are about a record within the event.
    const id = about?.[kind]?.id ?? about?.id;
    if (entity === undefined || typeof id !== 'string') return [];
    const hint = { entity, params: { id }, ...(verb === 'deleted' && { gone: true }) };
    return kind === 'incident' && verb === 'status_updated' ? [hint, { entity: 'incident_updates' }] : [hint];
  },
  simulate: (change) => {
    const { entity, record, number } = change;
    const type = typeOf(change);
    if (type === undefined) return undefined;
    const about = type.includes('status_updated') ? statusOf(entity, record) : { id: record.id };
    return { headers: { 'webhook-id': `msg_demo_${number}` }, body: { event_type: type, [type]: about } };
  },
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
