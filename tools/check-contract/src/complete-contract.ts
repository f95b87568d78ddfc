import type { ConnectorCatalog, EntityCatalog } from './catalog.ts';
import type { ConnectorContract, EntityContract } from './contract.ts';
import type { FieldFacts, FieldsByName } from './field-facts.ts';

/** Adds the facts of a catalog that a contract does not state; the contract takes precedence. */
export function completeContract(contract: ConnectorContract, catalog: ConnectorCatalog): ConnectorContract {
  const entities = Object.entries(contract.entities).map(([name, entity]) => {
    const known = catalog[name];
    return [name, known === undefined ? entity : completeEntity(contract, entity, known)] as const;
  });
  return { ...contract, entities: Object.fromEntries(entities) };
}

function completeEntity(connector: ConnectorContract, entity: EntityContract, known: EntityCatalog): EntityContract {
  const { partialParams = [], partialRecord, ...stated } = entity;
  const params = Object.fromEntries(
    entity.actions.flatMap((action) => {
      const [own, added] = [entity.params?.[action], known.params?.[action]];
      if (added === undefined) return own === undefined ? [] : [[action, own]];
      return [[action, completeFields(own ?? {}, added, own === undefined || partialParams.includes(action))]];
    }),
  );
  const record = completeFields(
    entity.record ?? {},
    known.record ?? {},
    entity.record === undefined || partialRecord === true,
  );
  return {
    ...stated,
    params,
    record,
    // Unknown fields are the vendor's own additions.
    partialRecord: true,
    pagination: { ...known.pagination, ...connector.pagination, ...entity.pagination },
    results: { ...known.results, ...entity.results },
  };
}

// If the contract names all fields, the catalog adds facts to them but no fields.
function completeFields(stated: FieldsByName, known: FieldsByName, open: boolean): FieldsByName {
  const names = [...Object.keys(stated), ...(open ? Object.keys(known) : [])];
  return Object.fromEntries(names.map((name) => [name, completeField(stated[name], known[name], open)]));
}

function completeField(stated: FieldFacts | undefined, known: FieldFacts | undefined, open: boolean): FieldFacts {
  if (stated === undefined || known === undefined) return stated ?? known ?? {};
  const { items, properties, types } = { ...known, ...stated };
  return {
    ...known,
    ...stated,
    ...(types && { types: completeTypes(stated.types, known.types) }),
    ...(items && { items: completeField(stated.items, known.items, open) }),
    ...(properties && {
      properties: completeFields(
        stated.properties ?? {},
        known.properties ?? {},
        open || stated.properties === undefined,
      ),
    }),
  };
}

function completeTypes(stated: FieldFacts['types'], known: FieldFacts['types']) {
  if (stated === undefined || known === undefined) return stated ?? known ?? [];
  if (!stated.includes('any')) return stated;
  return stated.includes('null') && !known.includes('null') ? [...known, 'null' as const] : known;
}
