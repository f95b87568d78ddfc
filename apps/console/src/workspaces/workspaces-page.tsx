import type { Workspace } from '@connectory/client';
import { Anchor, Button, Group, Modal, Table } from '@mantine/core';
import { Plus } from 'lucide-react';
import { useEffect, useState } from 'react';
import { Link } from 'wouter';
import { NewWorkspaceForm } from '../gateway/new-workspace-form.tsx';
import { useSession } from '../session/session.tsx';
import { Page } from '../shell/page.tsx';
import { FoundRows, ScrolledTable } from '../shell/scrolled-table.tsx';
import { Empty } from '../shell/states.tsx';
import { Time } from '../shell/text.tsx';
import { DeleteQuestion } from './delete-question.tsx';
import { LimitsForm } from './limits-form.tsx';

/** What the open dialog is about. */
type Task = { readonly kind: 'create' } | { readonly kind: 'limits' | 'delete'; readonly workspace: Workspace };

/** All workspaces, for an admin: creates, limits and deletes them. */
export function WorkspacesPage() {
  const { workspaces, isAdmin } = useSession();
  const [task, setTask] = useState<Task>();
  const close = () => setTask(undefined);
  // A task is done when the workspaces were loaded again.
  useEffect(() => setTask(undefined), [workspaces]);
  const lead = 'Each separates one customer or team: its connections, copies, tokens and audit.';
  if (!isAdmin)
    return (
      <Page title="Workspaces" lead={lead}>
        <Empty title="Only an admin manages workspaces">
          Sign in as an admin of the gateway, or with the admin token, to create or delete one.
        </Empty>
      </Page>
    );
  return (
    <Page
      title="Workspaces"
      lead={lead}
      actions={
        <Button leftSection={<Plus size={16} aria-hidden />} onClick={() => setTask({ kind: 'create' })}>
          Create a workspace
        </Button>
      }
    >
      <FoundRows
        rows={workspaces}
        label="Find a workspace"
        placeholder="Find by name"
        emptyTitle="No workspace has this in its name"
        textsOf={({ name }) => [name]}
      >
        {(shown) => <WorkspaceTable workspaces={shown} onChoose={setTask} />}
      </FoundRows>
      <Modal opened={task?.kind === 'create'} onClose={close} title="Create a workspace">
        <NewWorkspaceForm onClose={close} />
      </Modal>
      <Modal opened={task?.kind === 'limits'} onClose={close} title={`Limits of ${nameOf(task)}`}>
        {task?.kind === 'limits' && <LimitsForm workspace={task.workspace} onClose={close} />}
      </Modal>
      <Modal opened={task?.kind === 'delete'} onClose={close} title={`Delete the workspace ${nameOf(task)}?`}>
        {task?.kind === 'delete' && <DeleteQuestion workspace={task.workspace} onClose={close} />}
      </Modal>
    </Page>
  );
}

const nameOf = (task: Task | undefined) => (task === undefined || task.kind === 'create' ? '' : task.workspace.name);

interface WorkspaceTableProps {
  readonly workspaces: readonly Workspace[];
  onChoose(task: Task): void;
}

function WorkspaceTable({ workspaces, onChoose }: WorkspaceTableProps) {
  return (
    <ScrolledTable label="Workspaces">
      <Table highlightOnHover>
        <Table.Thead>
          <Table.Tr>
            <Table.Th>Name</Table.Th>
            <Table.Th>Limits</Table.Th>
            <Table.Th>Created</Table.Th>
            <Table.Td />
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {workspaces.map((workspace) => (
            <Table.Tr key={workspace.id}>
              <Table.Td>
                <Anchor component={Link} href={`/${workspace.name}`} size="sm" fw={500}>
                  {workspace.name}
                </Anchor>
              </Table.Td>
              <Table.Td>{limitsPhrase(workspace.limits)}</Table.Td>
              <Table.Td miw="7rem">
                <Time at={workspace.created_at} />
              </Table.Td>
              <Table.Td>
                <Group gap={4} wrap="nowrap" justify="flex-end">
                  <Button
                    size="compact-sm"
                    variant="subtle"
                    aria-label={`Limits of ${workspace.name}`}
                    onClick={() => onChoose({ kind: 'limits', workspace })}
                  >
                    Limits
                  </Button>
                  <Button
                    size="compact-sm"
                    variant="subtle"
                    color="red"
                    aria-label={`Delete ${workspace.name}`}
                    onClick={() => onChoose({ kind: 'delete', workspace })}
                  >
                    Delete
                  </Button>
                </Group>
              </Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </ScrolledTable>
  );
}

function limitsPhrase({
  calls_per_minute: perMinute,
  calls_per_day: perDay,
  running_calls: running,
}: Workspace['limits']) {
  const parts = [
    perMinute !== undefined && `${perMinute.toLocaleString('en')} calls per minute`,
    perDay !== undefined && `${perDay.toLocaleString('en')} calls per day`,
    running !== undefined && `${running.toLocaleString('en')} concurrent calls`,
  ].filter((part) => part !== false);
  return parts.length === 0 ? 'The defaults' : parts.join(', ');
}
