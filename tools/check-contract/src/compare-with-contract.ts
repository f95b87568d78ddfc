import type { ConnectorManifest, EntityManifest } from '@connectory/connector-sdk/engine';
import { compareAction } from './compare-action.ts';
import { compareDescriptions } from './compare-descriptions.ts';
import { compareFields } from './compare-fields.ts';
import { compareNames } from './compare-names.ts';
import { compareSearchFields } from './compare-search-fields.ts';
import { type ConnectorContract, type EntityContract, isDirect } from './contract.ts';
import type { Difference } from './difference.ts';
import { memberFacts } from './schema-facts.ts';

/**
 * Compares a connector with its contract. With `exact`, the contract is expected to name every bound, default, pattern and list of values.
 */
export function compareWithContract(
  contract: ConnectorContract,
  manifest: ConnectorManifest,
  { exact } = { exact: false },
): readonly Difference[] {
  const names = manifest.entities.map(({ name }) => name);
  return [
    ...compareKind(contract.kind, manifest.kind),
    ...compareNames(Object.keys(contract.entities), names, (name) => name),
    ...manifest.entities.flatMap((entity) => {
      const stated = Object.hasOwn(contract.entities, entity.name) ? contract.entities[entity.name] : undefined;
      return [
        ...(stated === undefined ? [] : compareEntity(contract, stated, entity, exact)),
        ...compareDescriptions(entity),
      ];
    }),
  ];
}

function compareKind(expected: string, kind: string): readonly Difference[] {
  if (kind === expected) return [];
  return [{ where: 'kind', kind: 'kind', message: `it is ${kind}, the contract says ${expected}` }];
}

function compareEntity(
  connector: ConnectorContract,
  contract: EntityContract,
  entity: EntityManifest,
  exact: boolean,
): readonly Difference[] {
  const { name, actions, search } = entity;
  const { record, searchFields } = contract;
  const offered = actions.map(({ action }) => action);
  return [
    ...compareNames(contract.actions, offered, (action) => `${name}/${action}`),
    ...actions
      .filter(({ action }) => isDirect(action) && contract.actions.includes(action))
      .flatMap((action) =>
        compareAction({ connector, entity: contract, exact }, action, entity.record, `${name}/${action.action}`),
      ),
    ...(record === undefined
      ? []
      : compareFields(record, memberFacts(entity.record), `${name}/record`, {
          complete: contract.partialRecord !== true,
          exact: false,
          sent: false,
        })),
    ...(searchFields === undefined || search === null
      ? []
      : compareSearchFields(searchFields, search.fields, `${name}/search`, contract.partialSearchFields !== true)),
  ];
}
