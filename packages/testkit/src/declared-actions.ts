import type { Action, Connector, Entity } from '@connectory/connector-sdk';
import { type DirectActionName, directActions } from '@connectory/connector-sdk/engine';

/** An action of a connector with its place. */
export interface DeclaredAction {
  readonly entity: Entity;
  readonly name: DirectActionName;
  readonly action: Action;
  /** `customers list`. */
  readonly title: string;
}

/** Every action of a connector; deletes last, so that what the others need is still there. */
export function declaredActions({ entities }: Connector): readonly DeclaredAction[] {
  const all = entities.flatMap((entity) =>
    directActions.flatMap((name) => {
      const action = entity.actions[name];
      return action === undefined ? [] : [{ entity, name, action, title: `${entity.name} ${name}` }];
    }),
  );
  return [...all.filter(({ name }) => name !== 'delete'), ...all.filter(({ name }) => name === 'delete')];
}
