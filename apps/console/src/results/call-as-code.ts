import type { Call } from '../gateway/execute.ts';

interface CallNames {
  readonly workspace: string;
  readonly connection: string;
  readonly connector: string;
}

const inShell = (text: string) => `'${text.replaceAll("'", "'\\''")}'`;

const given = ({ params }: Call) => (Object.keys(params).length === 0 ? {} : { params });

/** A call as a curl command. The token is a shell variable. */
export function asCurl(call: Call, origin: string): string {
  const { connectionId, entity, action } = call;
  const body = JSON.stringify({ entity, action, ...given(call) });
  return [
    `curl -s ${origin}/api/v1/integrations/connectors/${connectionId}/execute`,
    `-H "Authorization: Bearer $CONNECTORY_TOKEN" -H 'Content-Type: application/json'`,
    `-d ${inShell(body)}`,
  ].join(' \\\n  ');
}

/** A call with the TypeScript client. The token is an environment variable. */
export function asTypeScript(call: Call, { connector }: CallNames, origin: string): string {
  const { connectionId, entity, action, params } = call;
  const text = JSON.stringify;
  const argument = Object.keys(params).length === 0 ? '' : `, ${text(params, null, 2)}`;
  const run = action === 'download' ? `download(${text(entity)}` : `execute(${text(entity)}, ${text(action)}`;
  return [
    "import { createClient } from '@connectory/client';",
    '',
    `const client = createClient({ url: ${text(origin)}, token: process.env.CONNECTORY_TOKEN ?? '' });`,
    `const answer = await client.connector(${text(connectionId)}, ${text(connector)}).${run}${argument});`,
  ].join('\n');
}

/** A call with the command line, which reads URL and token from the environment. */
export function asCommand(call: Call, { workspace, connection }: CallNames, origin: string): string {
  const { entity, action } = call;
  const body = JSON.stringify({ workspace, name: connection, entity, action, ...given(call) });
  return `CONNECTORY_URL=${origin} connectory execute ${inShell(body)}`;
}
