import { parameterArguments } from '@connectory/cli/parameter-arguments';
import type { JsonSchema, ResultKind } from '@connectory/connector-sdk/engine';

/** The call of a snippet: an action of an entity, with parameters that match records of the demo. */
export interface ExampleCall {
  readonly connector: string;
  readonly entity: string;
  readonly action: string;
  readonly result: ResultKind;
  readonly params: Readonly<Record<string, unknown>>;
  /** The schema of the action's parameters. */
  readonly schema: JsonSchema;
}

/** Shell lines that set the gateway, token and connection for the curl examples of a connector: those of the demo. */
export function shellSetup(connector: string): string {
  return ['. .connectory-demo/env', `export CONNECTION=$${connectionVariable(connector)}`].join('\n');
}

// The variable's name in the file that the demo writes.
const connectionVariable = (connector: string) => `${connector.replaceAll('-', '_').toUpperCase()}_CONNECTION`;

/** TypeScript lines that define the constant for the client examples of a connector. */
export function typescriptSetup(connector: string): string {
  return [
    `import { createClient } from '@connectory/client';`,
    '',
    `const { CONNECTORY_URL = '', CONNECTORY_TOKEN = '', CONNECTION = '' } = process.env;`,
    `const client = createClient({ url: CONNECTORY_URL, token: CONNECTORY_TOKEN });`,
    `const ${constantOf(connector)} = client.connector(CONNECTION, '${connector}');`,
  ].join('\n');
}

/** Python lines that define the session with the token, and the URL of the connection, for the Python examples. */
export const pythonSetup = `import os
import requests

gateway = os.environ["CONNECTORY_URL"]
execute = f"{gateway}/api/v1/integrations/connectors/{os.environ['CONNECTION']}/execute"
session = requests.Session()
session.headers["Authorization"] = f"Bearer {os.environ['CONNECTORY_TOKEN']}"`;

/** Shell lines that set the gateway and token for the command-line examples: those of the demo. */
export const commandSetup = '. .connectory-demo/env';

/** A curl command for an action; it requires the lines of {@link shellSetup}. */
export function curlExample({ entity, action, result, params }: ExampleCall): string {
  const body = { entity, action, ...(Object.keys(params).length > 0 && { params }) };
  const line = JSON.stringify(body);
  const text = line.length <= 100 ? line : JSON.stringify(body, null, 2);
  const sent =
    action === 'upload'
      ? [`-F ${shellWord(`call=${text}`)}`, '-F file=@file']
      : ["-H 'Content-Type: application/json'", `-d ${shellWord(text)}${result === 'file' ? ' -o file' : ''}`];
  const lines = [
    'curl -s "$CONNECTORY_URL/api/v1/integrations/connectors/$CONNECTION/execute"',
    '-H "Authorization: Bearer $CONNECTORY_TOKEN"',
    ...sent,
  ];
  return lines.join(' \\\n  ');
}

/** The same call with the TypeScript client; it requires the lines of {@link typescriptSetup}. */
export function typescriptExample({ connector, entity, action, result, params }: ExampleCall): string {
  const constant = constantOf(connector);
  const given = Object.keys(params).length > 0 ? `, ${typescriptLiteral(params)}` : '';
  if (result === 'file') return `const file = await ${constant}.download('${entity}'${given});`;
  if (action === 'upload') {
    const first = given === '' ? ', {}' : given;
    return `const { data } = await ${constant}.upload('${entity}'${first}, { file: new File(['Hello'], 'hello.txt') });`;
  }
  const names = result === 'records' ? '{ data, meta }' : '{ data }';
  return `const ${names} = await ${constant}.execute('${entity}', '${action}'${given});`;
}

/** The same call in Python; it requires the lines of {@link pythonSetup}. A failure is an `HTTPError`. */
export function pythonExample({ entity, action, result, params }: ExampleCall): string {
  const body = { entity, action, ...(Object.keys(params).length > 0 && { params }) };
  const response =
    result === 'file'
      ? ['with open("file", "wb") as file:', '    file.write(response.content)']
      : [`${result === 'records' ? 'records' : 'record'} = response.json()["data"]`];
  const call =
    action === 'upload'
      ? `response = session.post(execute, files={"call": (None, ${pythonLiteral(JSON.stringify(body))}), "file": open("file", "rb")})`
      : `response = session.post(execute, json=${pythonLiteral(body)})`;
  return [call, 'response.raise_for_status()', ...response].join('\n');
}

const maxCommandLength = 80;

/** The same call on the command line; it requires the lines of {@link commandSetup}. */
export function commandExample({ connector, entity, action, result, params, schema }: ExampleCall): string {
  const groups = [
    ...parameterArguments(schema, params),
    ...(result === 'file' ? [['--output', 'file']] : []),
    ...(action === 'upload' ? [['--file', 'file']] : []),
  ];
  const parts = [
    `connectory run ${connector} ${entity} ${action}`,
    ...groups.map((group) => group.map(shellWord).join(' ')),
  ];
  const line = parts.join(' ');
  return line.length <= maxCommandLength ? line : parts.join(' \\\n  ');
}

function constantOf(connector: string): string {
  return connector.replace(/-(.)/g, (_, letter: string) => letter.toUpperCase());
}

const pythonWords: Readonly<Record<string, string>> = { null: 'None', true: 'True', false: 'False' };

/** Formats a JSON value as a Python literal, on one line if it fits. */
const pythonLiteral = (value: unknown): string =>
  literal(value, '', {
    step: '    ',
    width: 80,
    pad: '',
    scalar: (one) => pythonWords[String(one)] ?? JSON.stringify(one),
    key: (key) => JSON.stringify(key),
  });

/** Formats a JSON value as a TypeScript literal in the style of this repository, on one line if it fits. */
export const typescriptLiteral = (value: unknown): string =>
  literal(value, '', {
    step: '  ',
    width: 90,
    pad: ' ',
    scalar: (one) => (typeof one === 'string' ? quoted(one) : JSON.stringify(one)),
    key: keyOf,
  });

/** How a language writes a value; `pad` stands within the braces of an object on one line. */
interface LiteralStyle {
  readonly step: string;
  readonly width: number;
  readonly pad: string;
  readonly scalar: (value: unknown) => string;
  readonly key: (key: string) => string;
}

function literal(value: unknown, indent: string, style: LiteralStyle): string {
  if (typeof value !== 'object' || value === null) return style.scalar(value);
  const inner = indent + style.step;
  const isList = Array.isArray(value);
  const parts = isList
    ? value.map((element) => literal(element, inner, style))
    : Object.entries(value).map(([key, member]) => `${style.key(key)}: ${literal(member, inner, style)}`);
  const [open, close] = isList ? ['[', ']'] : ['{', '}'];
  if (parts.length === 0) return open + close;
  const pad = isList ? '' : style.pad;
  const line = `${open}${pad}${parts.join(', ')}${pad}${close}`;
  if (!line.includes('\n') && indent.length + line.length <= style.width) return line;
  return `${open}\n${parts.map((part) => `${inner}${part},\n`).join('')}${indent}${close}`;
}

function keyOf(key: string): string {
  return /^[A-Za-z_$][\w$]*$/.test(key) ? key : quoted(key);
}

function quoted(text: string): string {
  const escaped = JSON.stringify(text).slice(1, -1);
  if (text.includes("'") && !text.includes('"')) return `"${escaped}"`;
  return `'${escaped.replaceAll('\\"', '"').replaceAll("'", "\\'")}'`;
}

/** Quotes a text as one word of a shell. */
function shellWord(text: string): string {
  return /^[\w,.:/@%+=-]+$/.test(text) ? text : `'${text.replaceAll("'", "'\\''")}'`;
}
