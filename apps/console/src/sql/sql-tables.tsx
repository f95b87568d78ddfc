import type { Connection, OwnFields } from '@connectory/client';
import { Code, Paper, Stack, Text, Title } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import { useManifest, useOwnFields } from '../gateway/use-connections.ts';
import { searchFieldsOf } from '../results/field-facts.ts';
import { PersonalMark } from '../results/personal-mark.tsx';
import { CopyButton, useCopy } from '../shell/copy-button.tsx';
import { FoundRows } from '../shell/scrolled-table.tsx';
import { Loaded } from '../shell/states.tsx';
import { ForeignText } from '../shell/text.tsx';
import classes from './sql-page.module.css';

/** The name of a table in a statement, quoted where it has to be. */
export const tableName = (connection: string, entity: string): string => `${quoted(connection)}.${quoted(entity)}`;

const quoted = (name: string) => (/^[a-z_][a-z0-9_]*$/.test(name) ? name : `"${name.replaceAll('"', '""')}"`);

/** The tables of a workspace with their columns, by connection. */
export function SqlTables({ connections }: { readonly connections: readonly Connection[] }) {
  const usable = connections.filter(({ vendor }) => vendor !== null);
  return (
    <Paper withBorder p="md" component="section" aria-label="Tables" className={classes.tables ?? ''}>
      <Stack gap="sm">
        <Title order={2} size="h5">
          Tables
        </Title>
        <FoundRows
          rows={usable}
          label="Find a connection"
          placeholder="Find a connection"
          emptyTitle="No connection matches"
          textsOf={({ name, vendor }) => [name, vendor ?? '']}
        >
          {(rows) => (
            <div>
              {rows.map((connection) => (
                <Folded key={connection.id} label={<ForeignText value={connection.name} limit={60} />}>
                  <TablesOf connection={connection} />
                </Folded>
              ))}
            </div>
          )}
        </FoundRows>
      </Stack>
    </Paper>
  );
}

interface FoldedProps {
  readonly label: ReactNode;
  readonly children: ReactNode;
}

/** Contents that are rendered only once they are opened. */
function Folded({ label, children }: FoldedProps) {
  const [isOpen, setOpen] = useState(false);
  return (
    <details className={classes.folded} onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
      <summary>{label}</summary>
      {isOpen && children}
    </details>
  );
}

// While they are loaded, the tables are shown without them.
const none: OwnFields = { data: [], meta: { discovered_at: null, entities: [], failed: [] } };

function TablesOf({ connection }: { readonly connection: Connection }) {
  const { id, name, connector } = connection;
  const manifest = useManifest(connector);
  const own = useOwnFields(id);
  return (
    <Loaded query={manifest}>
      {({ entities }) => {
        const searchable = entities.filter(({ search }) => search !== null);
        if (searchable.length === 0)
          return (
            <Text size="sm" c="dimmed">
              This connector has no searchable entities.
            </Text>
          );
        return searchable.map((entity) => (
          <Folded key={entity.name} label={entity.name}>
            <TableHead name={tableName(name, entity.name)} />
            <ul className={classes.columns}>
              {searchFieldsOf(entity, connection, own.data ?? none).map((field) => (
                <li key={field.name}>
                  <span className={classes.column}>{field.name}</span>{' '}
                  <Text span size="xs" c="dimmed">
                    {field.format === undefined ? field.type : field.format === 'date' ? 'date' : 'time'}
                  </Text>{' '}
                  <PersonalMark kind={field.personal} />
                </li>
              ))}
            </ul>
          </Folded>
        ));
      }}
    </Loaded>
  );
}

function TableHead({ name }: { readonly name: string }) {
  const { state, copy } = useCopy();
  return (
    <div className={classes.head}>
      <Code>{name}</Code>
      <CopyButton label="Copy" size="compact-xs" state={state} onCopy={() => copy(name)} />
    </div>
  );
}
