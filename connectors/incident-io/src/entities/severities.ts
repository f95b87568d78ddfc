import { allFields, defineEntity } from '@connectory/connector-sdk';
import { whole } from '../adapter.ts';
import { byId, Named, number, timestamps } from '../shared.ts';

const incidentIo = whole('severity', 'severities');

/** How bad an incident is; also embedded in incidents and their updates. */
export const Severity = Named.extend({ rank: number, ...timestamps });

/** https://docs.incident.io/api-reference/severities-v1 */
export const severities = defineEntity({
  name: 'severities',
  summary: 'How bad incidents can be; the highest rank is the worst',
  keywords: ['level', 'sev levels', 'priority levels', 'badness', 'definition of critical'],
  record: Severity,
  key: 'id',
  actions: {
    list: incidentIo('GET /v1/severities', { summary: 'List all severities' }),
    get: incidentIo('GET /v1/severities/{id}', { summary: 'Get one severity', params: byId('severity') }),
  },
  search: { title: 'name', fields: allFields(Severity) },
  sync: { via: 'list' },
});
