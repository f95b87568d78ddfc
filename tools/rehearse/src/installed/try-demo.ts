import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { atLeast, type Line, none } from '../verdict.ts';
import { type Ask, askAt } from './gateway-answers.ts';

interface ListedConnection {
  readonly id: string;
  readonly connector: string;
}

interface Entity {
  readonly name: string;
  readonly actions: readonly { readonly action: string; readonly params?: { readonly required?: readonly string[] } }[];
}

/**
 * Calls a demo that runs on a data directory: checks every connection, and reads a list of each one that has a list without required
 * parameters.
 */
export async function tryDemo(
  url: string,
  dataDirectory: string,
  label: string,
): Promise<{ lines: readonly Line[]; failures: readonly string[] }> {
  const ask = askAt(url, (await readFile(join(dataDirectory, 'demo-token'), 'utf8')).trim());
  const failures: string[] = [];
  const { body } = await ask('/api/v1/workspaces/demo/connections');
  const { data: connections } = body as { readonly data: readonly ListedConnection[] };
  let lists = 0;
  for (const { id, connector } of connections) {
    const check = await ask(`/api/v1/workspaces/demo/connections/${id}/check`, {});
    if (check.status !== 200) failures.push(`${label}: check of ${connector}: ${told(check)}`);
    const entity = await listedEntity(ask, connector);
    if (entity === undefined) continue;
    const list = await ask(`/api/v1/integrations/connectors/${id}/execute`, { entity, action: 'list' });
    if (list.status === 200 && Array.isArray((list.body as { data?: unknown }).data)) lists += 1;
    else failures.push(`${label}: ${connector} ${entity} list: ${told(list)}`);
  }
  return {
    lines: [
      atLeast(`${label}: connections of the demo`, connections.length, 1),
      atLeast(`${label}: lists that were read`, lists, 1),
      none(`${label}: calls that failed`, failures.length),
    ],
    failures,
  };
}

/** Returns an entity of a connector with a list that requires no parameters; undefined if there is none. */
export async function listedEntity(ask: Ask, connector: string): Promise<string | undefined> {
  const { body } = await ask(`/api/v1/connectors/${connector}`);
  const { entities } = body as { readonly entities: readonly Entity[] };
  return entities.find(({ actions }) =>
    actions.some(({ action, params }) => action === 'list' && (params?.required ?? []).length === 0),
  )?.name;
}

const told = ({ status, body }: { readonly status: number; readonly body: unknown }) =>
  `${status} ${JSON.stringify(body).slice(0, 300)}`;
