import type { Connector } from '@connectory/connector-sdk';
import { type Connection, type ControlPlane, hidesData, type Policy } from '@connectory/control-plane';
import { requireInstalled } from '../own-fields/own-connector.ts';
import type { RegisteredEntity, Registry } from '../registry.ts';
import { type EntityRules, EntityView } from './entity-view.ts';

/** Dependencies of views. */
export interface DataViewParts {
  readonly registry: Pick<Registry, 'get'>;
  readonly controlPlane: { readonly workspaces: Pick<ControlPlane['workspaces'], 'hashKey'> };
}

type OfConnections = Map<string, EntityView>;

const kept = new WeakMap<Policy, WeakMap<RegisteredEntity, OfConnections>>();

/**
 * What a policy shows of the records of an entity of a connection; undefined if it hides nothing of any connection, so that records pass as they
 * are. The same object for the same policy, entity and connection.
 */
export async function viewOf(
  { registry, controlPlane }: DataViewParts,
  policy: Policy,
  { workspaceId, connector: connectorId, name, id }: Connection,
  entity: RegisteredEntity,
): Promise<EntityView | undefined> {
  if (!hidesData(policy)) return undefined;
  const ofPolicy = kept.get(policy) ?? new WeakMap<RegisteredEntity, OfConnections>();
  kept.set(policy, ofPolicy);
  const ofEntity: OfConnections = ofPolicy.get(entity) ?? new Map();
  ofPolicy.set(entity, ofEntity);
  // A connection that was renamed may be one that other rules name.
  const key = `${id} ${name}`;
  const known = ofEntity.get(key);
  if (known !== undefined) return known;
  const { connector } = requireInstalled(registry.get(connectorId), { connector: connectorId });
  const rules = rulesFor(policy, { connectors: [connectorId, name], connector, entity });
  if (rules === null) return undefined;
  const view = new EntityView(entity, rules, {
    connector,
    hashKey: await controlPlane.workspaces.hashKey(workspaceId),
  });
  ofEntity.set(key, view);
  return view;
}

interface NamedEntity {
  /** The id of the connector, and the name of the connection. */
  readonly connectors: readonly string[];
  readonly connector: Connector;
  readonly entity: RegisteredEntity;
}

function rulesFor(policy: Policy, { connectors, connector, entity: { entity } }: NamedEntity): EntityRules | null {
  const { fields = [], records = [], personal = {}, detect = {} } = policy;
  const isOf = (rule: { readonly connector?: string | undefined }) =>
    rule.connector === undefined || connectors.includes(rule.connector);
  const hasHidden = (name: string) => records.some((rule) => isOf(rule) && rule.entity === name);
  const rules: EntityRules = {
    fields: fields.filter((rule) => isOf(rule) && (rule.entity === undefined || rule.entity === entity.name)),
    records: records.filter((rule) => isOf(rule) && rule.entity === entity.name),
    personal: Object.keys(personal).length === 0 ? undefined : personal,
    detect: Object.keys(detect).length === 0 ? undefined : detect,
    hasHiddenParents: parentsOf(connector, entity.name).some(hasHidden),
  };
  const { hasHiddenParents, personal: hides, detect: finds } = rules;
  const isRestricted = rules.fields.length > 0 || rules.records.length > 0 || hasHiddenParents;
  return isRestricted || hides !== undefined || finds !== undefined ? rules : null;
}

/** The entities to whose records those of an entity belong, at any distance. */
function parentsOf({ entities }: Connector, name: string): readonly string[] {
  const parents: string[] = [];
  for (let next: string | undefined = name; next !== undefined; ) {
    const each = entities.find((entity) => entity.name === next)?.sync?.each;
    const parent: string | undefined =
      each === undefined ? undefined : 'name' in each ? each.name : each.otherwise?.name;
    if (parent === undefined || parents.includes(parent) || parent === name) return parents;
    parents.push(parent);
    next = parent;
  }
  return parents;
}
