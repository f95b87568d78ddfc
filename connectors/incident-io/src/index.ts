import { type Connector, defineConnector } from '@connectory/connector-sdk';
import packageJson from '../package.json' with { type: 'json' };
import { upstream } from './adapter.ts';
import { alerts } from './entities/alerts.ts';
import { catalogTypes } from './entities/catalog-types.ts';
import { customFields } from './entities/custom-fields.ts';
import { escalationCancellations } from './entities/escalation-cancellations.ts';
import { escalationPaths } from './entities/escalation-paths.ts';
import { escalationReassignments } from './entities/escalation-reassignments.ts';
import { escalationResponses } from './entities/escalation-responses.ts';
import { escalations } from './entities/escalations.ts';
import { followUps } from './entities/follow-ups.ts';
import { incidentActions } from './entities/incident-actions.ts';
import { incidentRoles } from './entities/incident-roles.ts';
import { incidentStatuses } from './entities/incident-statuses.ts';
import { incidentTimestamps } from './entities/incident-timestamps.ts';
import { incidentUpdates } from './entities/incident-updates.ts';
import { incidents } from './entities/incidents.ts';
import { schedules } from './entities/schedules.ts';
import { severities } from './entities/severities.ts';
import { statusPageIncidents, statusPageIncidentUpdates } from './entities/status-page-incidents.ts';
import { statusPages } from './entities/status-pages.ts';
import { teams } from './entities/teams.ts';
import { users } from './entities/users.ts';
import { events } from './events.ts';
import { meanings } from './meanings.ts';
import { personal } from './personal.ts';

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
    incidentActions,
    followUps,
    escalationPaths,
    escalationResponses,
    escalationReassignments,
    escalationCancellations,
    statusPages,
    statusPageIncidents,
    statusPageIncidentUpdates,
  ],
  meanings,
  personal,
  check: { entity: 'severities', action: 'list', params: {} },
  events,
});
