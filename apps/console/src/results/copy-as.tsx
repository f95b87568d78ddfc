import type { Connection } from '@connectory/client';
import { Button, Modal, Tabs } from '@mantine/core';
import { Code } from 'lucide-react';
import { useState } from 'react';
import type { Call } from '../gateway/execute.ts';
import { useWorkspace } from '../gateway/use-workspace.ts';
import { asCommand, asCurl, asTypeScript } from './call-as-code.ts';
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
