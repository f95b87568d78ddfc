import type { SampleSource } from '@connectory/sandbox';

/** Sample values of what nearly every record has; `first` is the id of the first record. */
export function sampleIdentity(source: SampleSource, path: string, first: number) {
  const id = first + source.index;
  const age = source.integer(30, 700);
  return {
    id,
    url: `https://example.zendesk.com/api/v2/${path}/${id}`,
    created_at: source.time(age),
    updated_at: source.time(source.integer(0, age)),
  };
}

/** Id of the first sample user. The agents come first, then the customers. */
export const firstUser = 17_463_834_000_001;

/** Id of the first sample organization. */
export const firstOrganization = 17_463_835_000_001;

/** Id of the first sample ticket. */
export const firstTicket = 1001;

/** Those who answer tickets. */
export const agents = [
  { name: 'Nadia Brooks', email: 'nadia.brooks@example.com', phone: '+12065550101' },
  { name: 'Felix Hartmann', email: 'felix.hartmann@example.com', phone: '+12065550102' },
] as const;

/** User id of the agent who works on the sample record at a position. */
export const agentOf = (index: number) => firstUser + (index % agents.length);

/** User id of the sample customer at a position. */
export const userOf = (customer: number) => firstUser + agents.length + customer;

/** Id of the organization of the sample customer at a position. */
export const organizationOf = (customer: number) => firstOrganization + customer;
