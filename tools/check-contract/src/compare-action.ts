import type { ActionManifest, JsonSchema } from '@connectory/connector-sdk/engine';
import { compareFields } from './compare-fields.ts';
import { compareNames } from './compare-names.ts';
import type { ActionName, ConnectorContract, EntityContract } from './contract.ts';
import { type Difference, missing } from './difference.ts';
import type { FieldsByName } from './field-facts.ts';
import { memberFacts } from './schema-facts.ts';

/** What an action is compared with: the contract of its connector and of its entity. */
export interface ActionContract {
  readonly connector: ConnectorContract;
  readonly entity: EntityContract;
  /** Whether every bound, default, pattern and list of values is stated. */
  readonly exact: boolean;
}

/** Compares parameters, result and pagination names of a direct action; `record` is the record of its entity. */
export function compareAction(
  contract: ActionContract,
  manifest: ActionManifest,
  record: JsonSchema,
  where: string,
): readonly Difference[] {
  const { connector, entity, exact } = contract;
  const { action } = manifest;
  const params = memberFacts(withoutContinuation(manifest.params));
  const complete = entity.params?.[action] !== undefined && entity.partialParams?.includes(action) !== true;
  const required = entity.requires?.[action]?.flat() ?? [];
  const result = entity.results?.[action];
  const meta = entity.pagination?.[action] ?? connector.pagination?.[action];
  return [
    ...compareFields(statedParams(contract, action, Object.keys(params)), params, `${where}/params`, {
      complete,
      exact,
      sent: true,
    }),
    ...required.filter((name) => !Object.hasOwn(params, name)).map((name) => missing(`${where}/params/${name}`)),
    ...(result === undefined
      ? []
      : compareFields(result, memberFacts(manifest.result_schema ?? record), `${where}/result`, {
          complete: false,
          exact: false,
          sent: false,
        })),
    ...(meta === undefined ? [] : compareNames(Object.keys(meta), manifest.meta, (name) => `${where}/meta/${name}`)),
  ];
}

// The parameters of a vendor's paging are not part of the contract.
function withoutContinuation(schema: JsonSchema): JsonSchema {
  const properties = Object.entries((schema.properties ?? {}) as Readonly<Record<string, JsonSchema>>);
  return { ...schema, properties: Object.fromEntries(properties.filter(([, one]) => one['x-continuation'] !== true)) };
}

// A limit applies to every action of the connector with the parameter, even if its parameters are not stated.
function statedParams(
  { connector, entity }: ActionContract,
  action: ActionName,
  offered: readonly string[],
): FieldsByName {
  const stated = entity.params?.[action] ?? {};
  const limits = Object.entries(connector.limits?.[action] ?? {}).filter(
    ([name]) => Object.hasOwn(stated, name) || offered.includes(name),
  );
  return { ...stated, ...Object.fromEntries(limits.map(([name, limit]) => [name, { ...stated[name], ...limit }])) };
}
