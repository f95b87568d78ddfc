import type { Connection, ControlPlane, Policy, Workspace } from '@connectory/control-plane';
import type { Registry } from '@connectory/core';
import { airbyteDefinitions } from './definitions.ts';

/** A connection in the list format of the hosted service. */
interface AirbyteConnection {
  readonly id: string;
  readonly name: string;
  readonly summarized_source_template: {
    readonly id: string;
    readonly name: string;
    readonly actor_definition_id: string;
    readonly icon: null;
    readonly mode: 'DIRECT';
    readonly connector_name: string;
  };
  readonly created_at: string;
  readonly updated_at: string;
}

/** Replaces the definition id for connectors the hosted service does not have: its clients expect a UUID. */
const noDefinition = '00000000-0000-0000-0000-000000000000';

/**
 * Lists the connections of a workspace that a policy allows, on a single page because clients of the hosted service read no second one.
 * With a definition id, only those of the matching connector.
 */
export async function airbyteConnections(
  { connections }: Pick<ControlPlane, 'connections'>,
  registry: Registry,
  policy: Policy,
  { id: workspaceId }: Workspace,
  definitionId: string | undefined,
): Promise<readonly AirbyteConnection[]> {
  const connector = definitionId === undefined ? undefined : connectorOf(definitionId);
  if (definitionId !== undefined && connector === undefined) return [];
  const found: AirbyteConnection[] = [];
  let cursor: string | undefined;
  do {
    const page = await connections.list(workspaceId, { limit: 100, connector, policy, cursor });
    found.push(...page.items.map((one) => toBody(one, registry)));
    cursor = page.nextCursor ?? undefined;
  } while (cursor !== undefined);
  return found;
}

function connectorOf(definitionId: string): string | undefined {
  const wanted = definitionId.toLowerCase();
  for (const [connector, { id }] of airbyteDefinitions) if (id === wanted) return connector;
  return undefined;
}

function toBody({ id, name, connector, createdAt, updatedAt }: Connection, registry: Registry): AirbyteConnection {
  const definition = airbyteDefinitions.get(connector);
  return {
    id,
    name,
    summarized_source_template: {
      id: definition?.id ?? noDefinition,
      name: registry.get(connector)?.connector.vendor ?? connector,
      actor_definition_id: definition?.id ?? noDefinition,
      icon: null,
      mode: 'DIRECT',
      connector_name: definition?.slug ?? connector,
    },
    created_at: createdAt,
    updated_at: updatedAt,
  };
}
