import type { GroupRole } from '@connectory/client';
import { ActionIcon, Alert, Button, Group, Paper, Select, Stack, Text, TextInput } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { ArrowDown, ArrowUp, Plus, X } from 'lucide-react';
import { useState } from 'react';
import { useGroupRoles, useRenewPeople, useRoles } from '../gateway/use-people.ts';
import { useWorkspace } from '../gateway/use-workspace.ts';
import { Loaded, Problem } from '../shell/states.tsx';

/** Which groups of the identity provider give which role, in order. */
export function GroupRoles() {
  const groups = useGroupRoles();
  const roles = useRoles();
  return (
    <Loaded query={groups} purpose="see the roles of groups">
      {(given) => (
        <Loaded query={roles} purpose="see the roles">
          {(all) => <GroupRolesForm given={given} roles={all.map(({ name }) => name)} />}
        </Loaded>
      )}
    </Loaded>
  );
}

interface GroupRolesFormProps {
  readonly given: readonly GroupRole[];
  /** The names of the roles. */
  readonly roles: readonly string[];
}

function GroupRolesForm({ given, roles }: GroupRolesFormProps) {
  const { client } = useWorkspace();
  const renew = useRenewPeople();
  // With keys, so that an input keeps its focus when its row is moved.
  const [rows, setRows] = useState(() => given.map((row, key) => ({ ...row, key })));
  const [nextKey, setNextKey] = useState(given.length);
  const save = useMutation({
    mutationFn: () => client.roles.putGroups(rows.map(({ group, role }) => ({ group: group.trim(), role }))),
    onSuccess: renew,
  });
  const change = (next: typeof rows) => {
    setRows(next);
    save.reset();
  };
  const add = () => {
    change([...rows, { group: '', role: roles.includes('reader') ? 'reader' : (roles[0] ?? ''), key: nextKey }]);
    setNextKey(nextKey + 1);
  };
  const isSaved =
    JSON.stringify(rows.map(({ group, role }) => [group, role])) ===
    JSON.stringify(given.map(({ group, role }) => [group, role]));
  return (
    <Paper withBorder p="md">
      <form
        onSubmit={(event) => {
          event.preventDefault();
          save.mutate();
        }}
      >
        <Stack gap="md">
          <Text size="sm">
            At each sign-in, a person gets the role of the first group in this list that the person is in, unless
            somebody gave the person a role. Who is in none of them loses the role that a group gave.
          </Text>
          {rows.length === 0 && (
            <Text size="sm" c="dimmed">
              No group gives a role yet.
            </Text>
          )}
          {rows.map((row, index) => (
            <GroupRow
              key={row.key}
              row={row}
              position={index + 1}
              count={rows.length}
              roles={roles}
              onChange={(entered) => change(rows.with(index, { ...row, ...entered }))}
              onMove={(by) => change(moved(rows, index, index + by))}
              onRemove={() => change(rows.toSpliced(index, 1))}
            />
          ))}
          {save.isSuccess && isSaved && (
            <Alert color="green" role="status">
              Saved. People whose group has no role any more were removed.
            </Alert>
          )}
          {save.error !== null && <Problem error={save.error} />}
          <Group gap="xs">
            <Button variant="default" leftSection={<Plus size={16} aria-hidden />} onClick={add}>
              Add a group
            </Button>
            <Button
              type="submit"
              loading={save.isPending}
              disabled={isSaved || rows.some(({ group }) => group.trim() === '')}
            >
              Save
            </Button>
          </Group>
        </Stack>
      </form>
    </Paper>
  );
}

function moved<Row>(rows: readonly Row[], from: number, to: number): Row[] {
  const row = rows[from];
  return row === undefined ? [...rows] : rows.toSpliced(from, 1).toSpliced(to, 0, row);
}

interface GroupRowProps {
  readonly row: GroupRole;
  /** Its position in the list, from 1. */
  readonly position: number;
  readonly count: number;
  readonly roles: readonly string[];
  onChange(entered: Partial<GroupRole>): void;
  onMove(by: -1 | 1): void;
  onRemove(): void;
}

function GroupRow({ row: { group, role }, position, count, roles, onChange, onMove, onRemove }: GroupRowProps) {
  return (
    <Group gap="xs" align="flex-end" role="group" aria-label={`Group ${position}`}>
      <TextInput
        label="Group"
        value={group}
        onChange={({ currentTarget }) => onChange({ group: currentTarget.value })}
        maxLength={256}
        autoComplete="off"
        spellCheck={false}
        dir="auto"
        flex="1 1 12rem"
      />
      <Select
        label="Role"
        data={[...new Set([role, ...roles])]}
        value={role}
        allowDeselect={false}
        onChange={(chosen) => chosen !== null && onChange({ role: chosen })}
        w="10rem"
      />
      <Group gap={4} wrap="nowrap" pb={2}>
        <ActionIcon
          variant="default"
          size="lg"
          disabled={position === 1}
          aria-label={`Move group ${position} up`}
          onClick={() => onMove(-1)}
        >
          <ArrowUp size={16} aria-hidden />
        </ActionIcon>
        <ActionIcon
          variant="default"
          size="lg"
          disabled={position === count}
          aria-label={`Move group ${position} down`}
          onClick={() => onMove(1)}
        >
          <ArrowDown size={16} aria-hidden />
        </ActionIcon>
        <ActionIcon variant="default" size="lg" aria-label={`Remove group ${position}`} onClick={onRemove}>
          <X size={16} aria-hidden />
        </ActionIcon>
      </Group>
    </Group>
  );
}
