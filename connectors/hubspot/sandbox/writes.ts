import { type Associable, associationTypes } from '../src/association-types.ts';
import { type CrmObject, propertyNames } from '../src/records/crm-object.ts';
import { texts } from '../src/writing.ts';
import { foundBy } from './account.ts';

type Given = Parameters<typeof texts>[0];

interface Created {
  readonly properties: Given;
  readonly associations?:
    | readonly { readonly to: { readonly id: string }; readonly types: readonly { associationTypeId: number }[] }[]
    | undefined;
}

// Writes happen on the fixed date of the simulated vendor.
const today = '2026-11-01T00:00:00Z';

const stamps = (names: readonly string[], kind: RegExp) =>
  Object.fromEntries(names.filter((name) => kind.test(name)).map((name) => [name, today]));

/** The name of one record of an object: `company` of `companies`. */
export const singular = (object: string) => object.replace(/ies$/, 'y').replace(/s$/, '');

/** Tells the simulated vendor what the writes of an object set: properties that a new record was not given are null. */
export function simulatedWrites<const Param extends string>(object: Associable, record: CrmObject, param: Param) {
  const names = propertyNames(record);
  const empty = Object.fromEntries(names.filter((name) => name !== 'hs_object_id').map((name) => [name, null]));
  return {
    create: {
      values: ({ properties, associations = [] }: Created) => ({
        properties: { ...empty, ...stamps(names, /createdate$|modifieddate$/), ...texts(properties) },
        associations: Object.fromEntries(
          Object.entries(associationTypes[object]).map(([to, typeId]) => {
            const wanted = associations.filter(({ types }) => types.some((type) => type.associationTypeId === typeId));
            const type = `${singular(object)}_to_${singular(to)}`;
            return [to.replace('_', ' '), { results: wanted.map(({ to: { id } }) => ({ id, type })) }];
          }),
        ),
      }),
    },
    update: {
      matches: foundBy(param).matches,
      values: ({ properties }: { readonly properties: Given }) => ({
        properties: { ...stamps(names, /modifieddate$/), ...texts(properties) },
      }),
    },
  };
}
