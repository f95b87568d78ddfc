import { type ConnectorEvents, ownMember, standardWebhooks } from '@connectory/connector-sdk';

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
    const entity = ownMember(entities, kind);
    const about = body?.[type];
    // A changed status and a changed shift are about a record within the event.
    const id = about?.[kind]?.id ?? about?.id;
    if (entity === undefined || typeof id !== 'string') return [];
    const hint = { entity, params: { id }, ...(verb === 'deleted' && { gone: true }) };
    return kind === 'incident' && verb === 'status_updated' ? [hint, { entity: 'incident_updates' }] : [hint];
  },
};
