import type { Connector } from '@connectory/connector-sdk';
import type { Effect } from '@connectory/connector-sdk/engine';
import { ActionIndex } from './action-index.ts';
import { describeAction, type FoundAction } from './found-action.ts';
import type { ActionAddress } from './indexed-action.ts';
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

/** Makes a search over the actions of connectors. Its index is built with the first wish. */
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
          : rankActions(built, text, isWanted);
      const actions = found.slice(0, limit).flatMap((address) => {
        const owner = byId.get(address.connector);
        return owner === undefined ? [] : [describeAction(owner, address)];
      });
      return { actions, total: found.length };
    },
  };
}
