import type { Connection } from '@connectory/client';
import { Button, Modal, Tabs } from '@mantine/core';
import { Code } from 'lucide-react';
import { useState } from 'react';
import type { Call } from '../gateway/execute.ts';
import { useWorkspace } from '../gateway/use-workspace.ts';
import { CodeView } from './json-view.tsx';

/** Shows the call as shell or program code. */
export function CopyAs({ call, connection }: { readonly call: Call; readonly connection: Connection }) {
  const { name: workspace } = useWorkspace();
  const [isOpen, setOpen] = useState(false);
  const names = { workspace, connection: connection.name, connector: connection.connector };
  const ways = [
    ['curl', asCurl(call, location.origin)],
    ['TypeScript', asTypeScript(call, names, location.origin)],
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

/** A call as a curl command. The token is a shell variable unless its text is given. */
export function asCurl(call: Call, origin: string, token = '$CONNECTORY_TOKEN'): string {
  const { connectionId, entity, action } = call;
  const body = JSON.stringify({ entity, action, ...given(call) });
  return [
    `curl -s ${origin}/api/v1/integrations/connectors/${connectionId}/execute`,
    `-H "Authorization: Bearer ${token}" -H 'Content-Type: application/json'`,
    `-d ${inShell(body)}`,
  ].join(' \\\n  ');
}

/** A call with the TypeScript client. The token is an environment variable. */
function asTypeScript(call: Call, { connector }: CallNames, origin: string): string {
  const { connectionId, entity, action, params } = call;
  const text = JSON.stringify;
  const argument = Object.keys(params).length === 0 ? '' : `, ${text(params, null, 2)}`;
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
