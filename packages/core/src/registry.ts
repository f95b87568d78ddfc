import type { Action, Connector, Entity } from '@connectory/connector-sdk';
import {
  type ConnectorManifest,
  type DirectActionName,
  describeConnector,
  directActions,
} from '@connectory/connector-sdk/engine';
import { type EntityLayout, entityPlans } from '@connectory/context-store';

/** An entity with its actions by name, prepared for look-up. */
export interface RegisteredEntity {
  readonly entity: Entity;
  readonly actions: ReadonlyMap<string, { readonly name: DirectActionName; readonly action: Action }>;
  /** Layout of its synchronized copy; null without search fields or a sync plan. Computed on first use. */
  readonly copy: EntityLayout | null;
}

/** A connector with its entities by name and its public description. */
export interface RegisteredConnector {
  readonly connector: Connector;
  readonly entities: ReadonlyMap<string, RegisteredEntity>;
  /** Created on first use. */
  readonly manifest: ConnectorManifest;
}

/** The loaded connectors by id. */
export interface Registry {
  get(id: string): RegisteredConnector | undefined;
  all(): readonly RegisteredConnector[];
}

/** Makes sound connectors (`requireSoundConnector`) available by id. Throws a `TypeError` for an id that is taken. */
export function createRegistry(connectors: readonly Connector[]): Registry {
  const byId = new Map<string, RegisteredConnector>();
  for (const connector of connectors) {
    if (byId.has(connector.id)) throw new TypeError(`two connectors have the id ${connector.id}. Remove one of them.`);
    byId.set(connector.id, register(connector));
  }
  const all = [...byId.values()];
  return { get: (id) => byId.get(id), all: () => all };
}

/** Prepares a connector for look-up. */
export function register(connector: Connector): RegisteredConnector {
  // Most gateways have connections of few connectors, and schemas of all would take much of their start.
  let layouts: ReadonlyMap<Entity, EntityLayout> | undefined;
  const layoutOf = (searched: Entity) => {
    layouts ??= new Map(entityPlans(connector).map(({ entity, layout }) => [entity, layout]));
    return layouts.get(searched) ?? null;
  };
  const entities = new Map<string, RegisteredEntity>();
  for (const entity of connector.entities) {
    const actions = new Map<string, { name: DirectActionName; action: Action }>();
    for (const name of directActions) {
      const action = entity.actions[name];
      if (action !== undefined) actions.set(name, { name, action });
    }
    entities.set(entity.name, {
      entity,
      actions,
      get copy() {
        return layoutOf(entity);
      },
    });
  }
  return {
    connector,
    entities,
    get manifest() {
      return describeConnector(connector);
    },
  };
}
