import { setTimeout as pause } from 'node:timers/promises';
import type { Line } from '../verdict.ts';
import { exampleConnection } from './example-connection.ts';
import { askAt } from './gateway-answers.ts';

const executePath = (connection: unknown) => `/api/v1/integrations/connectors/${connection}/execute`;

/** Manages and calls a gateway that `connectory serve` runs: a workspace, a connection, a dry run. */
export async function tryServe(
  url: string,
  adminToken: string,
  label: string,
): Promise<{ lines: readonly Line[]; failures: readonly string[] }> {
  const ask = askAt(url, adminToken);
  const steps: [name: string, seen: number, wanted: number][] = [];
  const answers: unknown[] = [];
  const step = async (name: string, wanted: number, path: string, body?: object, asking = ask) => {
    const answer = await asking(path, body);
    steps.push([name, answer.status, wanted]);
    if (answer.status !== wanted) answers.push({ [`${label}: ${name}`]: answer.body });
    return answer.body as Readonly<Record<string, unknown>>;
  };
  await step('is well', 200, '/healthz');
  // On a busy machine, it is only ready some time after it listens.
  for (let tries = 0; tries < 100 && (await ask('/readyz')).status !== 200; tries += 1) await pause(300);
  await step('is ready', 200, '/readyz');
  await step('describes itself', 200, '/openapi.json');
  await step('makes a workspace', 201, '/api/v1/workspaces', { name: 'rehearsal' });
  const { draft, entity } = await exampleConnection(ask);
  const connection = await step('makes a connection', 201, '/api/v1/workspaces/rehearsal/connections', draft);
  const { token } = await step('makes a token', 201, '/api/v1/workspaces/rehearsal/tokens', { name: 'rehearsal' });
  const call = { entity, action: 'list', dry_run: true };
  await step('says what a call would send', 200, executePath(connection.id), call, askAt(url, String(token)));
  await step('refuses a connector it does not have', 404, '/api/v1/connectors/none');
  return {
    lines: steps.map(([name, seen, wanted]) => ({
      name: `${label}: ${name}`,
      seen: String(seen),
      wanted: String(wanted),
      holds: seen === wanted,
    })),
    failures: answers.map((answer) => JSON.stringify(answer).slice(0, 500)),
  };
}
