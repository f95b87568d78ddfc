import { GatewayError } from '@connectory/errors';
import { entityPlans } from '../../src/sync/entity-plan.ts';
import type { SyncConnection } from '../../src/sync/sync-source.ts';
import type { Question, Response } from './asking-source.ts';
import type { TrackerWorld } from './tracker-world.ts';

/** Answers a question of another process from a made-up upstream. */
export async function responseQuestion(
  world: TrackerWorld,
  connection: SyncConnection,
  { entity: name, params }: Question,
): Promise<Response> {
  const plan = entityPlans(connection.connector).find(({ entity }) => entity.name === name);
  if (plan === undefined) throw new Error(`no entity ${name}`);
  const { entity, actionName: action } = plan;
  const { signal } = new AbortController();
  try {
    return { kind: 'page', page: await world.readPage({ connection, entity, action, params, signal }) };
  } catch (error) {
    return { kind: 'error', code: GatewayError.is(error) ? error.code : 'internal' };
  }
}
