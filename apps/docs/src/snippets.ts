import type { ResultKind } from '@connectory/connector-sdk/engine';
import { typescriptLiteral } from './typescript-literal.ts';

/** What a snippet calls: an action of an entity, with parameters that find something in the demo. */
export interface ExampleCall {
  readonly connector: string;
  readonly entity: string;
  readonly action: string;
  readonly result: ResultKind;
  readonly params: Readonly<Record<string, unknown>>;
}

/** Shell lines that say which gateway, token and connection the curl examples of a connector use: those of the demo. */
export function shellSetup(connector: string): string {
  return ['. .connectory-demo/env', `export CONNECTION=$${connectionVariable(connector)}`].join('\n');
}

// As the demo names them in the file it writes.
const connectionVariable = (connector: string) => `${connector.replaceAll('-', '_').toUpperCase()}_CONNECTION`;

/** TypeScript lines that make the constant the client examples of a connector use. */
export function typescriptSetup(connector: string): string {
  return [
    `import { createClient } from '@connectory/client';`,
    '',
    `const { CONNECTORY_URL = '', CONNECTORY_TOKEN = '', CONNECTION = '' } = process.env;`,
    `const client = createClient({ url: CONNECTORY_URL, token: CONNECTORY_TOKEN });`,
    `const ${constantOf(connector)} = client.connector(CONNECTION, '${connector}');`,
  ].join('\n');
}

/** A curl command for an action; it needs the lines of {@link shellSetup}. */
export function curlExample({ entity, action, result, params }: ExampleCall): string {
  const body = { entity, action, ...(Object.keys(params).length > 0 && { params }) };
  const line = JSON.stringify(body);
  const text = line.length <= 100 ? line : JSON.stringify(body, null, 2);
  const lines = [
    'curl -s "$CONNECTORY_URL/api/v1/integrations/connectors/$CONNECTION/execute"',
    `-H "Authorization: Bearer $CONNECTORY_TOKEN" -H 'Content-Type: application/json'`,
    `-d '${text.replaceAll("'", "'\\''")}'${result === 'file' ? ' -o file' : ''}`,
  ];
  return lines.join(' \\\n  ');
}

/** The same call with the TypeScript client; it needs the lines of {@link typescriptSetup}. */
export function typescriptExample({ connector, entity, action, result, params }: ExampleCall): string {
  const constant = constantOf(connector);
  const given = Object.keys(params).length > 0 ? `, ${typescriptLiteral(params)}` : '';
  if (result === 'file') return `const file = await ${constant}.download('${entity}'${given});`;
  const names = result === 'records' ? '{ data, meta }' : '{ data }';
  return `const ${names} = await ${constant}.execute('${entity}', '${action}'${given});`;
}

function constantOf(connector: string): string {
  return connector.replace(/-(.)/g, (_, letter: string) => letter.toUpperCase());
}
