import type { Connector, Paging } from '@connectory/connector-sdk';
import type { ActionManifest, EntityManifest, MetaFields } from '@connectory/connector-sdk/engine';

/** Kind of call of an operation, which determines its request and response. */
type CallKind = 'read' | 'write' | 'download' | 'upload' | 'search';

/** An action of a connector, with details from its declaration that the manifest lacks. */
export interface DescribedAction {
  readonly entity: EntityManifest;
  readonly action: ActionManifest;
  readonly kind: CallKind;
  readonly paging: Paging | null;
  readonly meta: MetaFields;
  /** Whether a page can lack records because of errors of the upstream. */
  readonly canOmit: boolean;
  /** Fields of the key that every record of the entity has: a caller can select others from the gateway, but not always from the vendor. */
  readonly required: readonly string[];
}

/** The actions of an entity in the order of its manifest. */
export function describedActions(connector: Connector, entity: EntityManifest): readonly DescribedAction[] {
  const declared = connector.entities.find(({ name }) => name === entity.name)?.actions;
  const isSelected = Object.values(declared ?? {}).some((action) => action?.selection !== undefined);
  const required = isSelected ? [] : ((entity.record.required ?? []) as readonly string[]);
  return entity.actions.map((action) => {
    const own = action.action === 'context_store_search' ? undefined : declared?.[action.action];
    const canOmit = own?.document !== undefined;
    const { paging = null, meta = {} } = own ?? {};
    return { entity, action, kind: kindOf(action), paging, meta, canOmit, required };
  });
}

function kindOf({ action }: ActionManifest): CallKind {
  if (action === 'context_store_search') return 'search';
  if (action === 'download' || action === 'upload') return action;
  return action === 'create' || action === 'update' || action === 'delete' ? 'write' : 'read';
}
