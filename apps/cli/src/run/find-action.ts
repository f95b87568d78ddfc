import type { ConnectorEntity } from '@connectory/client';
import type { RunTarget } from '../execute/run-target.ts';
import { nearestOf } from '../nearest-of.ts';
import { invalidInput, type ProblemError } from '../problem-error.ts';

/** Finds an entity by name. Throws a problem of code 4 that names the most similar one and how to list them. */
export async function findEntity(
  connection: string,
  target: RunTarget,
  name: string | undefined,
): Promise<ConnectorEntity> {
  const list = `List them with: connectory run ${connection} --help`;
  if (name === undefined) throw invalidInput(`Name an entity and an action. ${list}`);
  const found = await target.entity(snakeCase(name));
  if (found !== undefined) return found;
  const names = (await target.entities()).map((entity) => entity.name);
  throw unknownName('unknown_entity', `${connection} has no entity "${name}"`, nearestOf(snakeCase(name), names), list);
}

/** Finds an action by name. Throws a problem of code 4 that names the most similar one and how to list them. */
export function findAction(
  connection: string,
  { name: entity, actions }: ConnectorEntity,
  name: string | undefined,
): ConnectorEntity['actions'][number] {
  const found = actions.find(({ action }) => action === snakeCase(name ?? ''));
  if (found !== undefined) return found;
  const list = `List them with: connectory run ${connection} ${entity} --help`;
  if (name === undefined) throw invalidInput(`Name an action of ${entity}. ${list}`);
  const names = actions.map(({ action }) => action);
  throw unknownName(
    'action_not_available',
    `${entity} has no action "${name}"`,
    nearestOf(snakeCase(name), names),
    list,
  );
}

// Entities and actions are in snake case; kebab case is accepted as well.
const snakeCase = (name: string) => name.replaceAll('-', '_');

function unknownName(code: string, message: string, near: string | undefined, list: string): ProblemError {
  const question = near === undefined ? '' : ` Did you mean "${near}"?`;
  return invalidInput(`${message}.${question} ${list}`, [], code);
}
