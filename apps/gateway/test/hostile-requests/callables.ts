import type { Connector, RawValue } from '@connectory/connector-sdk';
import { describeConnector } from '@connectory/connector-sdk/engine';
import { generateParameterSets } from '@connectory/testkit/parameter-sets';

/** An action, and valid parameters. */
export interface Callable {
  readonly connector: string;
  readonly entity: string;
  readonly action: string;
  readonly valid: readonly Record<string, RawValue>[];
  /** The search fields of the entity. */
  readonly fields: readonly string[];
}

// All entities share the parameters of a search, which are many and deeply nested.
const search = { query: { filter: { like: { id: '%a%' } }, sort: [{ id: 'asc' }] }, limit: 10 };

/** Actions with valid parameters, to be corrupted. */
export function callables(connectors: readonly Connector[]): Callable[] {
  return connectors.flatMap((connector) =>
    describeConnector(connector).entities.flatMap(({ name, actions, search: searched }) =>
      actions.map(({ action, params }) => ({
        connector: connector.id,
        entity: name,
        action,
        fields: searched?.fields.map((field) => field.name) ?? [],
        valid:
          action === 'context_store_search'
            ? [search]
            : generateParameterSets(params)
                .sets.slice(0, 2)
                .map((set) => set.params),
      })),
    ),
  );
}
