import type { RawValue } from '@connectory/connector-sdk';
import type { SampleSource } from '@connectory/sandbox';
import { account, customFullName, customName, ownerIds } from '../src/sample-account.ts';

/** Associations of a record as HubSpot embeds them: each id once per kind of association; undefined if there are none. */
export function associationsOf(links: Readonly<Record<string, readonly [ids: readonly string[], ...kinds: string[]]>>) {
  const lists = Object.entries(links).flatMap(([name, [ids, ...kinds]]) => {
    const results = ids.flatMap((id) => kinds.map((type) => ({ id, type })));
    return results.length === 0 ? [] : [[name, { results }] as const];
  });
  return lists.length === 0 ? undefined : Object.fromEntries(lists);
}

/** Fields that all sample records have in addition to their properties; `created` and `changed` are ISO times. */
export const sampleObject = (typeId: string, id: string, created: string, changed: string) => ({
  id,
  createdAt: created,
  updatedAt: changed,
  archived: false,
  archivedAt: undefined,
  propertiesWithHistory: undefined,
  objectWriteTraceId: undefined,
  url: `https://app.hubspot.com/contacts/${account}/record/${typeId}/${id}`,
});

/** Id of a user that owns records. */
export const owner = (source: SampleSource) => source.pick(ownerIds);

/** Object type id of the sample custom object at a position. */
export const customTypeId = (index: number) => `2-${34_654_040 + index}`;

// Records exist of the first custom objects only.
const usedTypes = 3;

/** Position of the custom object a sample record is of. */
export const customTypeOf = (record: number) => record % usedTypes;

/** Whether a sample record is of the custom object that is named by its type id, its full name, or `p_` and its name. */
export const isOfType = (url: string, objectType: string) =>
  Array.from({ length: usedTypes }, (_, type) => type).some(
    (type) =>
      url.includes(`/record/${customTypeId(type)}/`) &&
      [customTypeId(type), customFullName(type), `p_${customName(type)}`].includes(objectType),
  );

/** A name as people read it: "Site visit". */
export const labelOf = (name: string) => `${name.charAt(0).toUpperCase()}${name.slice(1).replaceAll('_', ' ')}`;

interface Shown {
  readonly archived?: boolean | undefined;
  readonly properties?: string | undefined;
}

// Without the parameter, the simulated vendor returns all properties.
function withRequested(record: RawValue, { properties }: Shown): RawValue {
  const wanted = properties?.split(',');
  const isShown = ([name]: readonly [string, unknown]) => wanted?.includes(name) !== false || name === 'hs_object_id';
  return { ...record, properties: Object.fromEntries(Object.entries<unknown>(record.properties).filter(isShown)) };
}

/** Tells the simulated vendor which records a list returns, and with which properties. */
export const simulatedList = {
  matches: (record: RawValue, { archived = false }: Shown) => record.archived === archived,
  toRow: withRequested,
};

/** Tells the simulated vendor that a parameter is the id, or the value of idProperty. */
export const foundBy = <Name extends string>(param: Name) => ({
  matches: (
    { id, properties }: RawValue,
    params: Readonly<Record<Name, string>> & { readonly idProperty?: string | undefined },
  ) => (params.idProperty === undefined ? id : properties[params.idProperty]) === params[param],
  toRow: withRequested,
});
