import type { Connector } from '@connectory/connector-sdk';
import { type DirectActionName, type Effect, effectOf } from '@connectory/connector-sdk/engine';
import { labelOf } from './pages/labels.ts';

const mostNamed = 8;

/** What can be done with the accounts of a connector: for each kind of action the entities it applies to, null if there are none. */
export interface Abilities {
  readonly reads: string | null;
  readonly changes: string | null;
  readonly deletes: string | null;
  readonly outward: string | null;
}

/** Returns what the actions of a connector can do. */
export function abilitiesOf({ entities }: Connector): Abilities {
  const named = (effect: Effect): string | null => {
    const names = entities
      .filter(({ actions }) =>
        Object.entries(actions).some(([name, action]) => effectOf(name as DirectActionName, action) === effect),
      )
      .map(({ name }) => labelOf(name).toLowerCase());
    if (names.length === 0) return null;
    const shown = names.slice(0, mostNamed);
    const rest = names.length - shown.length;
    return rest === 0 ? shown.join(', ') : `${shown.join(', ')} and ${rest} more`;
  };
  return { reads: named('read'), changes: named('write'), deletes: named('delete'), outward: named('outward') };
}
