import type { Connection, OwnFields } from '@connectory/client';
import { Button, Checkbox, Group, Radio, ScrollArea, Stack, Switch, Text, TextInput } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { labelOf } from '../form/labels.ts';
import { ownFieldsKey, useManifest } from '../gateway/use-connections.ts';
import { useWorkspace } from '../gateway/use-workspace.ts';
import { undeclaredKind } from '../results/field-facts.ts';
import { PersonalMark } from '../results/personal-mark.tsx';
import { Loaded, Problem } from '../shell/states.tsx';
import { useConnectionChange } from './connection-commands.tsx';

interface FieldChoiceProps {
  readonly connection: Connection;
  readonly entity: string;
  /** The own fields of the entity. */
  readonly own: OwnFields['data'];
  /** Whether it is synchronized on a schedule. */
  readonly isEnabled: boolean;
  onDone(): void;
}

/** Chooses whether an entity is synchronized, and which of its fields are copied. */
export function FieldChoice({ own, ...props }: FieldChoiceProps) {
  const manifest = useManifest(props.connection.connector);
  return (
    <Loaded query={manifest}>
      {({ entities }) => {
        const { search = null, personal = {} } = entities.find(({ name }) => name === props.entity) ?? {};
        const declared = search?.fields.filter(({ absent }) => absent === undefined) ?? [];
        const fields = [
          ...declared.map(({ name }) => ({ path: name, label: labelOf(name), kind: personal[name] })),
          ...own
            .filter(({ gone_at: goneAt }) => goneAt === null)
            .map(({ path, label }) => ({ path, label, kind: undeclaredKind })),
        ];
        return <ChoiceForm {...props} fields={fields} />;
      }}
    </Loaded>
  );
}

interface ChoiceFormProps extends Omit<FieldChoiceProps, 'own'> {
  readonly fields: readonly {
    readonly path: string;
    readonly label: string;
    /** The kind of personal data that it holds. */
    readonly kind: string | undefined;
  }[];
}

function ChoiceForm({ connection, entity, isEnabled, fields, onDone }: ChoiceFormProps) {
  const { name: workspace } = useWorkspace();
  const queries = useQueryClient();
  const change = useConnectionChange(connection);
  const { fields: former, ...schedule } = connection.sync.entities?.[entity] ?? {};
  const [enabled, setEnabled] = useState(isEnabled);
  const [chosen, setChosen] = useState<readonly string[] | undefined>(former);
  const [wanted, setWanted] = useState('');
  const text = wanted.trim().toLowerCase();
  const shown = fields.filter(({ path, label }) => `${label} ${path}`.toLowerCase().includes(text));
  const isEmpty = chosen?.length === 0;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (isEmpty) return;
    const next = { ...schedule, enabled, ...(chosen !== undefined && { fields: [...chosen] }) };
    const entities = { ...connection.sync.entities, [entity]: next };
    change.mutate(
      { sync: { ...connection.sync, entities } },
      {
        onSuccess: () => {
          void queries.invalidateQueries({ queryKey: ownFieldsKey(workspace, connection.id) });
          onDone();
        },
      },
    );
  };
  return (
    <form onSubmit={submit}>
      <Stack gap="md">
        <Switch
          label="Synchronize on a schedule"
          description="Otherwise only when somebody asks for it; the copy stays as it is."
          checked={enabled}
          onChange={({ currentTarget }) => setEnabled(currentTarget.checked)}
        />
        <Radio.Group
          label="Fields to copy"
          value={chosen === undefined ? 'all' : 'chosen'}
          onChange={(value) => setChosen(value === 'all' ? undefined : fields.map(({ path }) => path))}
        >
          <Stack gap="xs" mt="xs">
            <Radio value="all" label="All, and those that are added later" />
            <Radio value="chosen" label="Only the chosen ones" />
          </Stack>
        </Radio.Group>
        {chosen !== undefined && (
          <Stack gap="xs">
            <TextInput
              aria-label="Find a field to copy"
              placeholder="Find a field"
              value={wanted}
              onChange={({ currentTarget }) => setWanted(currentTarget.value)}
            />
            <ScrollArea.Autosize mah="18rem" type="auto" offsetScrollbars viewportProps={{ tabIndex: 0 }}>
              <Checkbox.Group
                aria-label="Copied fields"
                value={[...chosen]}
                onChange={(next) => setChosen(fields.map(({ path }) => path).filter((path) => next.includes(path)))}
              >
                <Stack gap={6}>
                  {shown.map(({ path, label, kind }) => (
                    <Checkbox
                      key={path}
                      size="xs"
                      value={path}
                      label={
                        <>
                          {label} <PersonalMark kind={kind} />
                        </>
                      }
                      description={path}
                    />
                  ))}
                </Stack>
              </Checkbox.Group>
            </ScrollArea.Autosize>
            <Text size="sm" {...(isEmpty && { c: 'var(--mantine-color-error)' })} role="status">
              {isEmpty ? 'Choose at least one field.' : `${chosen.length} of ${fields.length} fields`}
            </Text>
          </Stack>
        )}
        <Text size="sm" c="dimmed">
          {wordsFor(entity, former, chosen)}
        </Text>
        {change.isError && <Problem error={change.error} />}
        <Group>
          <Button type="submit" loading={change.isPending} disabled={isEmpty}>
            Save
          </Button>
          <Button variant="default" onClick={onDone}>
            Cancel
          </Button>
        </Group>
      </Stack>
    </form>
  );
}

/** What saving does, in words. */
function wordsFor(
  entity: string,
  former: readonly string[] | undefined,
  chosen: readonly string[] | undefined,
): string {
  const isSame = former?.length === chosen?.length && (former ?? []).every((path) => chosen?.includes(path));
  if (isSame) return `The fields of ${entity} stay as they are, and nothing is read again.`;
  return `When you save, ${entity} is read again at the vendor, and no other entity. What identifies and orders its records is always copied.`;
}
