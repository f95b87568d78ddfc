import { type Connector, defineConnector } from '@connectory/connector-sdk';
import packageJson from '../package.json' with { type: 'json' };
import { upstream } from './adapter.ts';
import { alerts } from './entities/alerts.ts';
import { catalogTypes } from './entities/catalog-types.ts';
import { customFields } from './entities/custom-fields.ts';
import { escalations } from './entities/escalations.ts';
import { incidentRoles } from './entities/incident-roles.ts';
import { incidentStatuses } from './entities/incident-statuses.ts';
import { incidentTimestamps } from './entities/incident-timestamps.ts';
import { incidentUpdates } from './entities/incident-updates.ts';
import { incidents } from './entities/incidents.ts';
import { schedules } from './entities/schedules.ts';
import { severities } from './entities/severities.ts';
import { teams } from './entities/teams.ts';
import { users } from './entities/users.ts';
import { events } from './events.ts';
import { meanings } from './meanings.ts';

/** Incident management (incident.io). */
export const incidentIo: Connector = defineConnector({
  id: 'incident-io',
  kind: 'incident management',
  contractId: 'B8',
  vendor: 'incident.io',
  version: packageJson.version,
  upstream,
  entities: [
    incidents,
    alerts,
    escalations,
    users,
    incidentUpdates,
    incidentRoles,
    incidentStatuses,
    incidentTimestamps,
    severities,
    customFields,
    catalogTypes,
    schedules,
    teams,
  ],
  meanings,
  check: { entity: 'severities', action: 'list', params: {} },
  events,
});
