import type { Connection } from '@connectory/client';
import { Button, Modal, Tabs, Text } from '@mantine/core';
import { Code } from 'lucide-react';
import { useState } from 'react';
import { type Call, isExactNumber, randomKey } from '../gateway/execute.ts';
import { useWorkspace } from '../gateway/use-workspace.ts';
import type { Effect } from '../shell/effects.tsx';
import { CodeView } from './json-view.tsx';

interface CopyAsProps {
  readonly call: Call;
  readonly connection: Connection;
  /** What the action does: the code of anything but a read has an idempotency key. */
  readonly effect: Effect;
}

/** Shows the call as shell or program code. */
export function CopyAs({ call, connection, effect }: CopyAsProps) {
  const { name: workspace } = useWorkspace();
  const [isOpen, setOpen] = useState(false);
  const [randomly] = useState(randomKey);
  const names = { workspace, connection: connection.name, connector: connection.connector };
  const key = effect === 'read' ? undefined : randomly;
  const ways = [
    ['curl', asCurl(call, key, location.origin)],
    ['Python', asPython(call, key, location.origin)],
    ['TypeScript', asTypeScript(call, names, key, location.origin)],
    ['CLI', asCommand(call, names, location.origin)],
  ] as const;
  return (
    <>
      <Button variant="default" leftSection={<Code size={16} aria-hidden />} onClick={() => setOpen(true)}>
        Copy as code
      </Button>
      <Modal opened={isOpen} onClose={() => setOpen(false)} title="The same call as code" size="lg">
        <Tabs defaultValue="curl">
          <Tabs.List mb="sm">
            {ways.map(([name]) => (
              <Tabs.Tab key={name} value={name}>
                {name}
              </Tabs.Tab>
            ))}
          </Tabs.List>
          {ways.map(([name, text]) => (
            <Tabs.Panel key={name} value={name}>
              <CodeView label={name} text={text} />
              {key !== undefined && name !== 'CLI' && (
                <Text size="sm" c="dimmed" mt="xs">
                  With the same Idempotency-Key it is carried out once, however often it is sent. Use a new one for a
                  new write.
                </Text>
              )}
            </Tabs.Panel>
          ))}
        </Tabs>
      </Modal>
    </>
  );
}

interface CallNames {
  readonly workspace: string;
  readonly connection: string;
  readonly connector: string;
}

const inShell = (text: string) => `'${text.replaceAll("'", "'\\''")}'`;

const given = ({ params }: Call) => (Object.keys(params).length === 0 ? {} : { params });

/** A call as a curl command, with the idempotency key of a write. The token is a shell variable unless its text is given. */
export function asCurl(call: Call, key: string | undefined, origin: string, token = '$CONNECTORY_TOKEN'): string {
  const { connectionId, entity, action } = call;
  const body = JSON.stringify({ entity, action, ...given(call) });
  return [
    `curl -s ${origin}/api/v1/integrations/connectors/${connectionId}/execute`,
    `-H "Authorization: Bearer ${token}" -H 'Content-Type: application/json'`,
    ...(key === undefined ? [] : [`-H 'Idempotency-Key: ${key}'`]),
    `-d ${inShell(body)}`,
  ].join(' \\\n  ');
}

/** A call in Python. The token is an environment variable. */
function asPython(call: Call, key: string | undefined, origin: string): string {
  const { connectionId, entity, action } = call;
  return [
    'import os',
    'import requests',
    '',
    'response = requests.post(',
    `    "${origin}/api/v1/integrations/connectors/${connectionId}/execute",`,
    '    headers={',
    `        "Authorization": f"Bearer {os.environ['CONNECTORY_TOKEN']}",`,
    ...(key === undefined ? [] : [`        "Idempotency-Key": "${key}",`]),
    '    },',
    `    json=${inPython({ entity, action, ...given(call) })},`,
    ')',
    'response.raise_for_status()',
    ...(action === 'download'
      ? ['with open("file", "wb") as file:', '    file.write(response.content)']
      : ['print(response.json()["data"])']),
  ].join('\n');
}

function inPython(value: unknown): string {
  if (value === null || value === undefined) return 'None';
  if (typeof value === 'boolean') return value ? 'True' : 'False';
  if (Array.isArray(value)) return `[${value.map(inPython).join(', ')}]`;
  if (typeof value !== 'object' || isExactNumber(value)) return JSON.stringify(value);
  const members = Object.entries(value).map(([name, member]) => `${JSON.stringify(name)}: ${inPython(member)}`);
  return `{${members.join(', ')}}`;
}

/** A call with the TypeScript client. The token is an environment variable. */
function asTypeScript(call: Call, { connector }: CallNames, key: string | undefined, origin: string): string {
  const { connectionId, entity, action, params } = call;
  const text = JSON.stringify;
  const options = key === undefined ? '' : `, ${text({ idempotency_key: key })}`;
  const argument = Object.keys(params).length === 0 && options === '' ? '' : `, ${text(params, null, 2)}${options}`;
  const run = action === 'download' ? `download(${text(entity)}` : `execute(${text(entity)}, ${text(action)}`;
  return [
    "import { createClient } from '@connectory/client';",
    '',
    `const client = createClient({ url: ${text(origin)}, token: process.env.CONNECTORY_TOKEN ?? '' });`,
    `const response = await client.connector(${text(connectionId)}, ${text(connector)}).${run}${argument});`,
  ].join('\n');
}

/** A call with the command line, which reads URL and token from the environment. */
function asCommand(call: Call, { workspace, connection }: CallNames, origin: string): string {
  const { entity, action } = call;
  const body = JSON.stringify({ workspace, name: connection, entity, action, ...given(call) });
  return `CONNECTORY_URL=${origin} connectory execute ${inShell(body)}`;
}
