import type { Connection, ConnectorManifest } from '@connectory/client';
import { Select } from '@mantine/core';
import classes from '../form/layout.module.css';

/** What a rule applies to. */
export interface RuleScope {
  /** ID of a connector or name of a connection. */
  readonly connector?: string | undefined;
  readonly entity?: string | undefined;
}

/** The connectors that a rule for a connection or a connector applies to; all of them without one. */
export function connectorsOf(connections: readonly Connection[], named: string | undefined): readonly string[] {
  // Only installed connectors have a manifest.
  const installed = connections.filter(({ vendor }) => vendor !== null);
  const meant = installed.filter(({ name, connector }) => named === undefined || named === name || named === connector);
  return [...new Set(meant.map(({ connector }) => connector))];
}

interface EntityInputsProps {
  readonly connections: readonly Connection[];
  /** The manifests of what is chosen. */
  readonly manifests: readonly ConnectorManifest[];
  readonly scope: RuleScope;
  /** Whether both must be chosen. */
  readonly isRequired?: boolean;
  /** Whether only entities with search fields can be chosen. */
  readonly isSearched?: boolean;
  errorOf(member: 'connector' | 'entity'): string | undefined;
  onChange(scope: RuleScope): void;
}

/** Selects a connection or a connector, and one of its entities. */
export function EntityInputs(props: EntityInputsProps) {
  const { connections, manifests, scope, isRequired = false, isSearched = false, errorOf, onChange } = props;
  const { connector, entity } = scope;
  const ids = new Set(connections.map((connection) => connection.connector));
  const names = connections.map(({ name }) => name).filter((name) => !ids.has(name));
  const entities = manifests.flatMap((manifest) =>
    manifest.entities.filter(({ search }) => !isSearched || search !== null).map(({ name }) => name),
  );
  return (
    <div className={classes.members}>
      <Select
        label="Connection"
        placeholder={isRequired ? 'Choose a connection' : 'Every connection'}
        withAsterisk={isRequired}
        searchable
        clearable={!isRequired}
        clearButtonProps={{ 'aria-label': 'Every connection' }}
        data={withChosen([...ids, ...names], connector)}
        value={connector === undefined || connector === '' ? null : connector}
        error={errorOf('connector')}
        onChange={(chosen) =>
          onChange(isRequired ? { connector: chosen ?? '', entity: '' } : { connector: chosen ?? undefined })
        }
      />
      <Select
        label="Entity"
        placeholder={isRequired ? 'Choose an entity' : 'Every entity'}
        withAsterisk={isRequired}
        searchable
        clearable={!isRequired}
        clearButtonProps={{ 'aria-label': 'Every entity' }}
        data={withChosen(entities, entity)}
        value={entity === undefined || entity === '' ? null : entity}
        error={errorOf('entity')}
        onChange={(chosen) => onChange({ connector, entity: chosen ?? undefined })}
      />
    </div>
  );
}

// What was chosen may have been removed since.
const withChosen = (names: readonly string[], chosen: string | undefined): string[] =>
  [...new Set([...names, ...(chosen === undefined || chosen === '' ? [] : [chosen])])].sort();
