import { type ConnectorEvents, standardWebhooks } from '@connectory/connector-sdk';

const entities: Readonly<Record<string, string>> = { incident: 'incidents', alert: 'alerts' };

/** https://docs.incident.io/api-reference/webhooks */
export const events: ConnectorEvents = {
  documentation: 'https://docs.incident.io/api-reference/webhooks',
  entities: ['incidents', 'alerts', 'incident_updates'],
  secret: 'Signing secret of the endpoint (whsec_…), shown by incident.io under Settings → Webhooks',
  signature: standardWebhooks(),
  id: { header: 'webhook-id' },
  hints: ({ body }) => {
    const type = String(body?.event_type);
    const [, kind = '', verb] = /^(?:public|private)_\w+\.(incident|alert)_(\w+)_v\d+$/.exec(type) ?? [];
    const entity = entities[kind];
    const about = body?.[type];
    const id = about?.incident?.id ?? about?.new_state?.id ?? about?.id;
    if (entity === undefined || typeof id !== 'string') return [];
    return [{ entity, params: { id } }, ...(verb === 'status_updated' ? [{ entity: 'incident_updates' }] : [])];
  },
  simulate: ({ entity, kind, record, number }) => {
    const type = typeOf(entity, kind);
    if (type === undefined) return undefined;
    const about = entity === 'incident_updates' ? { incident: { id: record.incident_id } } : { id: record.id };
    return { headers: { 'webhook-id': `msg_demo_${number}` }, body: { event_type: type, [type]: about } };
  },
};

// incident.io deletes neither, and sends events only for new alerts.
function typeOf(entity: string, kind: 'added' | 'changed' | 'removed'): string | undefined {
  if (kind === 'removed') return undefined;
  if (entity === 'incident_updates') return 'public_incident.incident_status_updated_v2';
  if (entity === 'incidents') return `public_incident.incident_${kind === 'added' ? 'created' : 'updated'}_v2`;
  return entity === 'alerts' && kind === 'added' ? 'public_alert.alert_created_v1' : undefined;
}
