import type { Connector } from '@connectory/connector-sdk';
import { describeConnector, type Effect, type JsonSchema } from '@connectory/connector-sdk/engine';
import { type ActionAddress, ActionIndex } from './index-actions.ts';
import { rankActions } from './rank-actions.ts';

/** What is looked for. */
export interface ActionSearchRequest {
  /** What one wants to do, in plain words; everything in the order of the manifests when it is absent. */
  readonly text?: string | undefined;
  /** Only actions of the connector with this id. */
  readonly connector?: string | undefined;
  /** Only actions with this effect. */
  readonly effect?: Effect | undefined;
  readonly limit: number;
  /** Leaves out what must not be found; nothing when it is absent. */
  readonly allows?: (action: ActionAddress) => boolean;
}

/** The actions found, best first, and their total number, including those beyond the limit. */
export interface FoundActions {
  readonly actions: readonly FoundAction[];
  readonly total: number;
}

/** Finds actions of connectors. */
export interface ActionSearch {
  find(request: ActionSearchRequest): FoundActions;
}

/** Makes a search over the actions of connectors. Its index is built with the first search. */
export function createActionSearch(connectors: readonly Connector[]): ActionSearch {
  const byId = new Map(connectors.map((connector) => [connector.id, connector]));
  let built: ActionIndex | undefined;
  return {
    find: ({ text, connector, effect, limit, allows }) => {
      built ??= new ActionIndex(connectors);
      const isWanted = (action: ActionAddress) =>
        (connector === undefined || action.connector === connector) &&
        (effect === undefined || action.effect === effect) &&
        (allows === undefined || allows(action));
      const found =
        text === undefined
          ? built.actions.map(({ address }) => address).filter(isWanted)
          : rankActions(built, connectors, text, isWanted);
      const actions = found.slice(0, limit).flatMap((address) => {
        const owner = byId.get(address.connector);
        return owner === undefined ? [] : [describeAction(owner, address)];
      });
      return { actions, total: found.length };
    },
  };
}

/** One parameter of an action in short; `type` is the JSON type of its values, or `any`. */
export interface FoundParam {
  readonly name: string;
  readonly type: string;
  readonly required: boolean;
}

/** One action in short. */
export interface FoundAction extends ActionAddress {
  /** The vendor of the connector, as people call it. */
  readonly vendor: string;
  readonly summary: string;
  /** Those that must be given first. */
  readonly params: readonly FoundParam[];
}

/** An action as its manifest describes it. */
function describeAction(connector: Connector, address: ActionAddress): FoundAction {
  const entity = describeConnector(connector).entities.find(({ name }) => name === address.entity);
  const manifest = entity?.actions.find(({ action }) => action === address.action);
  if (manifest === undefined) throw new Error(`${connector.id} has no ${address.action} of ${address.entity}`);
  return { ...address, vendor: connector.vendor, summary: manifest.summary, params: paramsOf(manifest.params) };
}

function paramsOf({ properties = {}, required = [] }: JsonSchema): readonly FoundParam[] {
  const names = new Set(required as readonly string[]);
  const params = Object.entries(properties as Readonly<Record<string, JsonSchema>>).map(([name, schema]) => ({
    name,
    type: typeOf(schema),
    required: names.has(name),
  }));
  return [...params.filter((param) => param.required), ...params.filter((param) => !param.required)];
}

function typeOf({ type, anyOf = [] }: JsonSchema): string {
  const stated =
    type === undefined ? (anyOf as readonly JsonSchema[]).flatMap((one) => one.type ?? 'any') : [type].flat();
  const types = new Set(stated.filter((one) => one !== 'null'));
  const [only] = types;
  return types.size === 1 && typeof only === 'string' ? only : 'any';
}
