import { simulate } from '@connectory/sandbox';
import { catalogTypes } from '../src/entities/catalog-types.ts';
import { customFields } from '../src/entities/custom-fields.ts';
import { incidentRoles } from '../src/entities/incident-roles.ts';
import { incidentStatuses } from '../src/entities/incident-statuses.ts';
import { incidentTimestamps } from '../src/entities/incident-timestamps.ts';
import { severities } from '../src/entities/severities.ts';
import { idAt } from '../src/sample-company.ts';
import { daysAgo, entry, lineOrTeam, list, settled } from './company.ts';

const levels = [
  ['Minor', 'A nuisance for few; it can wait until working hours.'],
  ['Moderate', 'Something is slow or broken, and there is a way around it.'],
  ['Major', 'Something is broken for many; somebody works on it day and night.'],
  ['Critical', 'Business stands still; everybody who can help is called.'],
  ['Catastrophic', 'The company is at stake; the board is told.'],
] as const;

const areas = ['', 'Security: ', 'Warehouse: ', 'Delivery: ', 'Office: '];

/** The sample severity at a position; the first five are the usual ones. */
export function severityAt(index: number) {
  const [level, description] = entry(levels, index);
  const area = entry(areas, Math.floor(index / levels.length));
  return { id: idAt('severities', index), name: `${area}${level}`, description, rank: index + 1, ...settled };
}

type Line = readonly [name: string, category: string, description: string];

const lines: readonly Line[] = [
  ['Triage', 'triage', 'Somebody reported it; nobody knows yet whether it is an incident.'],
  ['Investigating', 'live', 'We look for the cause.'],
  ['Fixing', 'live', 'We know the cause and are removing it.'],
  ['Monitoring', 'live', 'The fix is out, and we watch whether it holds.'],
  ['Documenting', 'learning', 'The timeline and the cause are being written down.'],
  ['Reviewing', 'learning', 'The people involved talk about what to do differently.'],
  ['Closed', 'closed', 'Nothing is left to do.'],
  ['Declined', 'declined', 'It was no incident.'],
  ['Canceled', 'canceled', 'It was declared by mistake.'],
];

const waitingFor = (team: string): Line => [`Waiting for ${team}`, 'live', `The team ${team} has to act first.`];

/** The sample status at a position. */
export function statusAt(index: number) {
  const [name, category, description] = lineOrTeam(lines, index, waitingFor);
  return { id: idAt('statuses', index), name, description, category, rank: (index + 1) * 10, ...settled };
}

type LineOfIncidentRoles = readonly [name: string, description: string, instructions: string];

const linesOfIncidentRoles: readonly LineOfIncidentRoles[] = [
  ['Incident Lead', 'Decides what is done next', 'Say who does what, and write an update every half hour.'],
  ['Reporter', 'Declared the incident', 'Tell the lead what you saw, and when.'],
  ['Communications Lead', 'Speaks for the incident', 'Send an update whenever the status changes.'],
  ['Scribe', 'Keeps the timeline', 'Pin what matters in the channel.'],
  ['Operations Lead', 'Leads the engineers', 'Approve each change before it goes out.'],
  ['Security Lead', 'Guards evidence', 'Keep logs, and call the security hotline.'],
  ['Warehouse Contact', 'Speaks with the warehouses', 'Ask which orders are late.'],
];

const contactOf = (team: string): LineOfIncidentRoles => [
  `${team} Contact`,
  `Speaks for the team ${team}`,
  'Bring in who is needed.',
];

/** The sample role at a position: the lead, the reporter, then others. */
export function roleAt(index: number) {
  const [name, description, instructions] = lineOrTeam(linesOfIncidentRoles, index, contactOf);
  const shortform = name.toLowerCase().replaceAll(' ', '-');
  const role_type = (['lead', 'reporter'] as const)[index] ?? 'custom';
  return { id: idAt('roles', index), name, description, instructions, shortform, role_type, ...settled };
}

const names = list(
  `Reported,Accepted,Resolved,Closed,Declined,Merged,Canceled,Impact started,Detected,Acknowledged,Lead joined,Cause found,Mitigated,Fix deployed,Impact ended,Customers told,Status page updated,Warehouses told,Drivers told,Supplier told,Bank told,Authorities told,Press asked,Review held,Follow-ups assigned`,
);

/** The sample timestamp at a position. */
export const timestampAt = (index: number) => ({
  id: idAt('timestamps', index),
  name: `${entry(names, index)} at`,
  rank: index + 1,
});

// Name, type, description, and the position of the catalog type whose entries it offers.
type LineOfCustomFields = readonly [name: string, type: string, description: string, catalogType?: number];

const linesOfCustomFields: readonly LineOfCustomFields[] = [
  ['Affected team', 'single_select', 'Team whose service failed', 0],
  ['Customers affected', 'numeric', 'How many customers noticed, roughly'],
  ['Affected services', 'multi_select', 'Services that failed or were slow', 1],
  ['Warehouses affected', 'multi_select', 'Warehouses that could not work as usual', 2],
  ['Cause', 'single_select', 'What kind of cause it had'],
  ['Supplier', 'single_select', 'Supplier that was involved', 3],
  ['Release', 'text', 'Release that brought it'],
];

const boardOf = (team: string): LineOfCustomFields => [
  `${team} board`,
  'link',
  `Where the team ${team} keeps its follow-ups`,
];

/** The sample custom field at a position. */
export function customFieldAt(index: number) {
  const [name, field_type, description, catalogType] = lineOrTeam(linesOfCustomFields, index, boardOf);
  return {
    id: idAt('custom_fields', index),
    name,
    description,
    field_type,
    catalog_type_id: catalogType === undefined ? undefined : idAt('catalog_types', catalogType),
    ...settled,
  };
}

// Name, icon, categories, and the integration that fills it.
type LineOfCatalogTypes = readonly [name: string, icon: string, categories: readonly string[], integration?: string];

const linesOfCatalogTypes: readonly LineOfCatalogTypes[] = [
  ['Team', 'users', ['team']],
  ['Service', 'server', ['service']],
  ['Warehouse', 'store', []],
  ['Supplier', 'briefcase', ['customer']],
  ['GitHub Repository', 'files', [], 'github'],
  ['GitHub Team', 'users', ['team'], 'github'],
  ['Jira Project', 'folder', ['issue-tracker'], 'jira'],
];

const serviceOf = (team: string): LineOfCatalogTypes => [`${team} Service`, 'server', ['service']];

/** The catalog type as attributes name it. */
export const typeNameOf = (name: string) => `Custom["${name.replaceAll(' ', '')}"]`;

const attribute = (id: string, name: string, type: string, mode: string) => ({ id, name, type, array: false, mode });

export const simulatedSettings = [
  simulate(severities, {
    sample: ({ index }) => severityAt(index),
  }),
  simulate(incidentStatuses, {
    sample: ({ index }) => statusAt(index),
  }),
  simulate(incidentRoles, {
    sample: ({ index }) => ({ ...roleAt(index), required: undefined }),
  }),
  simulate(incidentTimestamps, {
    sample: ({ index }) => timestampAt(index),
  }),
  simulate(customFields, {
    sample: ({ index }) => customFieldAt(index),
  }),
  simulate(catalogTypes, {
    sample: ({ index, pick }) => {
      const [name, icon, categories, integration] = lineOrTeam(linesOfCatalogTypes, index, serviceOf);
      const mode = integration === undefined ? 'dashboard' : 'external';
      return {
        id: idAt('catalog_types', index),
        name,
        description: integration === undefined ? 'Kept by the team that needs it' : `Kept in step with ${integration}`,
        type_name: integration === undefined ? typeNameOf(name) : name.replaceAll(' ', ''),
        color: pick(['blue', 'green', 'orange', 'violet']),
        icon,
        ranked: false,
        is_editable: integration === undefined,
        registry_type: integration && name.replaceAll(' ', ''),
        semantic_type: undefined,
        engine_resource_type: `CatalogEntry["${idAt('catalog_types', index)}"]`,
        use_name_as_identifier: false,
        ...settled,
        last_synced_at: integration && daysAgo(0.1),
        annotations: { managed_by: integration ?? 'dashboard' },
        categories,
        required_integrations: integration === undefined ? undefined : [integration],
        schema: { version: 3, attributes: [attribute(idAt('owner', index), 'Owner', typeNameOf('Team'), mode)] },
      };
    },
  }),
];
