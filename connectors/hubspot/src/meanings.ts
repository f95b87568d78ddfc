import type { Meanings } from '@connectory/connector-sdk';

/** Times are ISO 8601 in UTC. */
export const meanings: Meanings = {
  allowsSensitiveProperties: 'Whether its records may have properties with sensitive data',
  archived: 'Whether it is in the recycling bin',
  archivedAt: 'When it was archived, as ISO 8601; absent unless archived',
  associations: 'Associated records by type, each with the ID; only if `associations` requests them',
  companies: 'IDs of the associated companies',
  contacts: 'IDs of the associated contacts',
  createdAt: 'When it was created, as ISO 8601',
  deals: 'IDs of the associated deals',
  'properties.hs_call_duration': 'Duration in milliseconds',
  line_items: 'IDs of the associated line items',
  metaType: 'Whether HubSpot defined the object or the account did (`PORTAL_SPECIFIC`)',
  primaryDisplayProperty: 'Name of the property by which records are shown',
  propertiesWithHistory: 'Former values of properties, newest first; only if `propertiesWithHistory` requests them',
  requiredProperties: 'Names of properties that a new record must have',
  restorable: 'Whether archived records can be restored',
  searchableProperties: 'Names of properties that the search of HubSpot covers',
  secondaryDisplayProperties: 'Names of properties shown below the primary one',
  tickets: 'IDs of the associated tickets',
  updatedAt: 'When it was last changed, as ISO 8601',
};
