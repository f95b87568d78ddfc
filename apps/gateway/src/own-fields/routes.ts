import { type Connection, type ControlPlane, hidesData, type Policy, policyAllows } from '@connectory/control-plane';
import {
  connectorOf,
  type DataViewParts,
  discoverOwnFields,
  type EntityView,
  noContent,
  type OwnConnectorParts,
  type OwnContent,
  type RegisteredConnector,
  type Registry,
  requireInstalled,
  requireResumed,
  UpstreamSource,
  viewOf,
} from '@connectory/core';
import { GatewayError, nearestName } from '@connectory/errors';
import type { UpstreamClient } from '@connectory/upstream';
import type { Router } from 'express';
import { findConnection } from '../connections/find-connection.ts';
import type { AccessParts } from '../http/authenticate.ts';
import { OperationRouter } from '../http/operation-router.ts';
import { sendJsonText } from '../http/respond.ts';
import { connectorDocument } from '../operations.ts';
import { ownFieldOperations } from './operations.ts';
import type { OwnFieldsBody } from './schemas.ts';

/** Dependencies of the routes of own fields. */
export interface OwnFieldParts {
  readonly controlPlane: AccessParts & ControlPlane;
  readonly registry: Registry;
  readonly upstream: UpstreamClient;
}

/** `/api/v1/workspaces/{workspace}/connections/{id}/fields`, and the OpenAPI document that has them. */
export function ownFieldRoutes(services: OwnFieldParts): Router {
  const { controlPlane, registry, upstream } = services;
  const routes = new OperationRouter(controlPlane);
  routes.json(ownFieldOperations.getOwnFields, async (call) => {
    const { connection, policy } = await findConnection(controlPlane, call);
    return ownFieldsBody(services, connection, policy, call.query().entity);
  });
  routes.json(ownFieldOperations.discoverOwnFields, async (call) => {
    const { connection, policy } = await findConnection(controlPlane, call);
    requireResumed(connection);
    const gone = new AbortController();
    call.response.on('close', () => gone.abort());
    const source = new UpstreamSource({ controlPlane, upstream });
    await discoverOwnFields({ registry, controlPlane, source }, connection, gone.signal);
    const changed = await controlPlane.connections.get(connection.workspaceId, connection.id, { fresh: true });
    return ownFieldsBody(services, changed ?? connection, policy, undefined);
  });
  routes.jsonOrStream(ownFieldOperations.getConnectionDocument, async (call) => {
    const { connection, policy } = await findConnection(controlPlane, call);
    // It would name fields that are hidden.
    const extended = hidesData(policy) ? registry.get(connection.connector) : await installed(services, connection);
    const { connector } = requireInstalled(extended, connection);
    sendJsonText(call.request, call.response, 200, [Buffer.from(JSON.stringify(connectorDocument(connector)))]);
    return undefined;
  });
  return routes.router;
}

/** The own fields of a connection, as far as a policy allows their entities. Throws `connector_not_found`. */
export async function ownFieldsBody(
  services: OwnConnectorParts & DataViewParts,
  connection: Connection,
  policy: Policy,
  wanted: string | undefined,
): Promise<OwnFieldsBody> {
  const own = await installed(services, connection);
  const stored = await services.controlPlane.connections.ownFields(connection.workspaceId, connection.id);
  const content = stored === null ? noContent : (JSON.parse(stored.content) as OwnContent);
  const isShown = (entity: string) =>
    [...(own.entities.get(entity)?.actions.keys() ?? []), 'context_store_search'].some((action) =>
      policyAllows(policy, {
        connector: connection.connector,
        connection: connection.name,
        entity,
        action,
        effect: 'read',
      }),
    );
  const base = services.registry.get(connection.connector)?.entities;
  const views = new Map<string, EntityView | undefined>();
  for (const [name, entity] of own.entities) views.set(name, await viewOf(services, policy, connection, entity));
  const added = [...own.entities.values()].filter(({ entity }) => base?.has(entity.name) === false);
  return {
    data: Object.entries(content.fields)
      .filter(([entity]) => (wanted === undefined || entity === wanted) && isShown(entity))
      .flatMap(([entity, fields]) =>
        fields.flatMap(({ name, label, type, format = null, description = null, options = [], goneAt }) => {
          const at = own.entities.get(entity)?.entity.ownFields?.at ?? 'own_fields';
          const view = views.get(entity);
          if (view !== undefined && (!view.isReadable || view.fields.isDropped([...at.split('.'), name]))) return [];
          return {
            entity,
            name,
            path: `${at}.${name}`,
            label,
            type,
            format,
            description,
            options: options.map((option) => ({ ...option })),
            copied: isCopied(own, entity, at, name),
            gone_at: goneAt,
          };
        }),
      ),
    meta: {
      discovered_at: stored?.discoveredAt ?? null,
      entities: added
        .filter(({ entity }) => isShown(entity.name))
        .map(({ entity: { name, summary } }) => ({ entity: name, summary })),
      failed: content.failed
        .filter(({ entity }) => entity === '' || isShown(entity))
        .map((one) => ({ ...one, ...(hidesData(policy) && { message: 'What the vendor said is not shown.' }) })),
    },
  };
}

function isCopied({ entities }: RegisteredConnector, entity: string, at: string, name: string): boolean {
  const field = entities.get(entity)?.copy?.fields.find((one) => one.name === at);
  return field !== undefined && Object.hasOwn(field.members, name);
}

async function installed(services: OwnConnectorParts, connection: Connection): Promise<RegisteredConnector> {
  return requireInstalled(await connectorOf(services, connection), connection);
}

/**
 * Throws `invalid_params` for a schedule of an entity that has no copy, and for a choice of a field that its copy does not have. `connection`
 * is the one to change; a new one has no own fields yet.
 */
export async function requireCopied(
  services: OwnConnectorParts,
  connection: Connection | string,
  chosen: Readonly<Record<string, { readonly fields?: readonly string[] | undefined }>> = {},
): Promise<void> {
  const whole = typeof connection === 'string' ? null : { ...connection, sync: {} };
  const registered =
    typeof connection === 'string'
      ? services.registry.get(connection)
      : await connectorOf(services, whole as Connection);
  const stored = whole === null ? null : await services.controlPlane.connections.ownFields(whole.workspaceId, whole.id);
  const { fields: own } = stored === null ? noContent : (JSON.parse(stored.content) as OwnContent);
  for (const [entity, { fields = [] }] of Object.entries(chosen)) {
    const { copy = null, entity: declared } = registered?.entities.get(entity) ?? {};
    if (copy === null) {
      throw refused(`The entity "${entity}" has no copy.`, `/sync/entities/${entity}`, 'must be an entity with a copy');
    }
    const members = copy.fields.flatMap((field) => [
      field.name,
      ...Object.keys(field.members).map((member) => `${field.name}.${member}`),
    ]);
    // Those that are copied by choice only are not in the copy yet.
    const names = [...members, ...(own[entity] ?? []).map(({ name }) => `${declared?.ownFields?.at}.${name}`)];
    for (const [index, field] of fields.entries()) {
      if (names.includes(field)) continue;
      const near = nearestName(field, names);
      const question = near === undefined ? '' : ` Did you mean "${near}"?`;
      const place = `/sync/entities/${entity}/fields/${index}`;
      throw refused(`The copy of ${entity} has no field "${field}".${question}`, place, 'must be a field of the copy');
    }
  }
}

function refused(message: string, field: string, problem: string): GatewayError {
  return new GatewayError('invalid_params', message, {
    errors: [{ field, message: problem, error_code: 'not_allowed' }],
  });
}
