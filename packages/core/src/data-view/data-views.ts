import type { Action, Connector } from '@connectory/connector-sdk';
import { type Connection, type ControlPlane, hidesData, type Policy } from '@connectory/control-plane';
import { requireInstalled } from '../own-fields/own-connector.ts';
import type { RegisteredEntity, Registry } from '../registry.ts';
import { type EntityRules, EntityView } from './entity-view.ts';

/** Dependencies of views. */
export interface DataViewParts {
  readonly registry: Pick<Registry, 'get'>;
  readonly controlPlane: { readonly workspaces: Pick<ControlPlane['workspaces'], 'hashKey'> };
}

/** By the workspace, and the name of a connection that rules name. */
type OfConnections = Map<string, EntityView | undefined>;

const kept = new WeakMap<Policy, WeakMap<RegisteredEntity, OfConnections>>();

/**
 * What a policy shows of the records of an entity of a connection; undefined if it hides nothing of any connection, so that records pass as they
 * are. The same object for the same policy and entity, and the connections that the same rules are about.
 */
export async function viewOf(
  { registry, controlPlane }: DataViewParts,
  policy: Policy,
  { workspaceId, connector: connectorId, name }: Connection,
  entity: RegisteredEntity,
): Promise<EntityView | undefined> {
  if (!hidesData(policy)) return undefined;
  const ofPolicy = kept.get(policy) ?? new WeakMap<RegisteredEntity, OfConnections>();
  kept.set(policy, ofPolicy);
  const ofEntity: OfConnections = ofPolicy.get(entity) ?? new Map();
  ofPolicy.set(entity, ofEntity);
  // Most rules are the same for all connections of a connector.
  const isNamed = [...(policy.fields ?? []), ...(policy.records ?? [])].some((rule) => rule.connector === name);
  const key = `${workspaceId} ${isNamed ? name : ''}`;
  const known = ofEntity.get(key);
  if (known !== undefined || ofEntity.has(key)) return known;
  const { connector } = requireInstalled(registry.get(connectorId), { connector: connectorId });
  const rules = rulesFor(policy, { connectors: [connectorId, name], connector, entity });
  const view =
    rules === null
      ? undefined
      : new EntityView(entity, rules, { connector, hashKey: await controlPlane.workspaces.hashKey(workspaceId) });
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
    hasHiddenParents: records.length > 0 && [...parentsOf(connector, entity.name)].some(hasHidden),
  };
  const { hasHiddenParents, personal: hides, detect: finds } = rules;
  const isRestricted = rules.fields.length > 0 || rules.records.length > 0 || hasHiddenParents;
  return isRestricted || hides !== undefined || finds !== undefined ? rules : null;
}

/** The entities to whose records those of an entity belong, at any distance: it is copied for each of them, or read below their address. */
function parentsOf({ entities }: Connector, name: string): ReadonlySet<string> {
  const found = new Set<string>();
  function addParents(child: string): void {
    const entity = entities.find((one) => one.name === child);
    if (entity === undefined) return;
    const each = entity.sync?.each;
    const copied = each === undefined ? undefined : 'name' in each ? each.name : each.otherwise?.name;
    const own = Object.values(entity.actions).flatMap(addressesOf);
    const around = entities.filter(({ actions: { get } }) =>
      addressesOf(get).some((address) => own.some((one) => one.startsWith(`${address}/`))),
    );
    for (const parent of [copied, ...around.map((one) => one.name)]) {
      if (parent === undefined || parent === name || found.has(parent)) continue;
      found.add(parent);
      addParents(parent);
    }
  }
  addParents(name);
  return found;
}

const addressesOf = (action: Action | undefined): readonly string[] =>
  action?.routes.map(({ path }) => path.replaceAll(/\{[^{}]*\}/g, '{}')) ?? [];
