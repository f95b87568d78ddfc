import { allFields, defineEntity } from '@connectory/connector-sdk';
import { whole } from '../adapter.ts';
import { entry, idAt, settled } from '../sample-company.ts';
import { byId, Named, number, timestamps } from '../shared.ts';

const incidentIo = whole('severity', 'severities');

/** How bad an incident is; also embedded in incidents and their updates. */
export const Severity = Named.extend({ rank: number, ...timestamps });

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

/** https://docs.incident.io/api-reference/severities-v1 */
export const severities = defineEntity({
  name: 'severities',
  summary: 'How bad incidents can be; the highest rank is the worst',
  record: Severity,
  key: 'id',
  actions: {
    list: incidentIo('GET /v1/severities', { summary: 'List all severities' }),
    get: incidentIo('GET /v1/severities/{id}', { summary: 'Get one severity', params: byId('severity') }),
  },
  search: { fields: allFields(Severity) },
  sync: { via: 'list' },
  sample: ({ index }) => severityAt(index),
});
