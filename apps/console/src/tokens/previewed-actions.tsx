import type { TokenPreview } from '@connectory/client';
import { Text, VisuallyHidden } from '@mantine/core';
import { type Effect, effects } from '../shell/effects.ts';
import classes from './previewed-connection.module.css';

/** The entities of a connection with the actions to show. */
export type PreviewedEntities = TokenPreview['data'][number]['entities'];

interface PreviewedActionsProps {
  readonly effect: Effect;
  readonly entities: PreviewedEntities;
}

/** The actions of one effect by entity; those the token could not run are struck out. */
export function PreviewedActions({ effect, entities }: PreviewedActionsProps) {
  return (
    <div className={classes.effect}>
      <Text size="xs" fw={600} c="dimmed">
        {effects[effect].label}
      </Text>
      <ul className={classes.entities}>
        {entities.map(({ entity, actions }) => (
          <li key={entity}>
            <Text span inherit c="dimmed">
              {entity}
            </Text>
            {actions.map(({ action, allowed }) => (
              <span key={action}>{allowed ? action : <Refused action={action} />}</span>
            ))}
          </li>
        ))}
      </ul>
    </div>
  );
}

function Refused({ action }: { readonly action: string }) {
  return (
    <Text span inherit c="dimmed">
      <s>{action}</s>
      <VisuallyHidden> (not allowed)</VisuallyHidden>
    </Text>
  );
}
