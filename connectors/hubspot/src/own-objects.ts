import { defineEntity, type OwnEntities, type RawValue } from '@connectory/connector-sdk';
import { hubspot } from './adapter.ts';
import { copyOf, crmObject } from './records/crm-object.ts';
import { objectId } from './sample-account.ts';
import { getParams, idLike, listParams } from './shared.ts';

const CustomObject = crmObject(['hs_createdate', 'hs_lastmodifieddate', 'hs_object_id']);

/** Entities with records of their own objects that custom objects can be associated with, by object type id. */
const associable: Readonly<Record<string, string>> = {
  '0-1': 'contacts',
  '0-2': 'companies',
  '0-3': 'deals',
  '0-5': 'tickets',
};

/**
 * Custom objects as entities of the connection: `site_visit` for the object SiteVisit. A token needs the right to this name; `objects` reads
 * the same records for those that may read any custom object. https://developers.hubspot.com/docs/api-reference/crm-schemas-v3/guide
 */
export const ownObjects: OwnEntities = {
  reads: [{ entity: 'schemas' }],
  keep: ({ name, objectTypeId, labels, description, associations = [] }) => {
    if (!/^2-\d+$/.test(objectTypeId ?? '')) return null;
    const linked = associations.flatMap(({ fromObjectTypeId, toObjectTypeId }: RawValue) =>
      fromObjectTypeId === objectTypeId ? (associable[toObjectTypeId] ?? []) : [],
    );
    const { plural, singular } = labels ?? {};
    return { name, objectTypeId, label: plural ?? singular ?? name, description, linked: [...new Set(linked)].sort() };
  },
  entity: ({ name, objectTypeId, label, description, linked }) =>
    defineEntity({
      name: snakeCase(name),
      beyondContract: true,
      summary: [label, ...(description ? [description] : [])].join(': '),
      record: CustomObject,
      key: 'id',
      actions: {
        list: hubspot(`GET /crm/v3/objects/${objectTypeId}`, { summary: `List ${label}`, params: listParams }),
        get: hubspot(`GET /crm/v3/objects/${objectTypeId}/{objectId}`, {
          summary: `Get one of ${label}`,
          params: getParams.extend({ objectId: idLike(objectId(0)) }),
        }),
      },
      ...copyOf(objectTypeId, CustomObject, ...linked),
    }),
};

const snakeCase = (name: string) =>
  name
    .replace(/([a-z\d])(?=[A-Z])/g, '$1_')
    .toLowerCase()
    .replace(/[^a-z\d]+/g, '_')
    .replace(/^_|_$/g, '');
