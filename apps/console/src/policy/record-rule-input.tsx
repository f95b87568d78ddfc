import type { Connection, OwnFields } from '@connectory/client';
import { Code, Stack, Text } from '@mantine/core';
import { useMemo, useState } from 'react';
import { ConditionsInput } from '../conditions/conditions-input.tsx';
import { type Conditions, conditionsOf, filterOf, operatorsOf, type SearchField } from '../conditions/filter.ts';
import { useManifests, useOwnFields } from '../gateway/use-connections.ts';
import { searchFieldsOf } from '../results/field-facts.ts';
import { ForeignText } from '../shell/text.tsx';
import { connectorsOf, EntityInputs } from './entity-inputs.tsx';
import type { RecordRule } from './treatments.ts';

interface RecordRuleInputProps {
  readonly connections: readonly Connection[];
  readonly rule: RecordRule;
  /** The gateway's error for a part of the rule, such as `entity` or `where`. */
  errorOf(part?: string): string | undefined;
  /** The gateway's error for a condition, by its index. */
  conditionError(index: number): string | undefined;
  onChange(rule: RecordRule): void;
}

/** Which records of an entity exist for the token: those that match conditions. */
export function RecordRuleInput({ connections, rule, errorOf, conditionError, onChange }: RecordRuleInputProps) {
  const { connector, entity } = rule;
  const connectors = useMemo(
    () => (connector === '' ? [] : connectorsOf(connections, connector)),
    [connections, connector],
  );
  const manifests = useManifests(connectors);
  const found = manifests.flatMap(({ entities }) => entities).find(({ name }) => name === entity);
  // Those of a connector may have different own fields; the gateway checks each.
  const connection =
    connections.find(({ name }) => name === connector) ?? connections.find((one) => one.connector === connector);
  const isKnown = found !== undefined && connection !== undefined;
  const fieldError = errorOf('where');
  return (
    <Stack gap="sm">
      <EntityInputs
        connections={connections}
        manifests={manifests}
        scope={{ connector, entity }}
        isRequired
        isSearched
        errorOf={errorOf}
        onChange={(scope) => onChange({ connector: scope.connector ?? '', entity: scope.entity ?? '', where: {} })}
      />
      {isKnown ? (
        <RecordConditions
          key={`${connector} ${entity}`}
          connection={connection}
          fieldsWith={(own) => searchFieldsOf(found, connection, own)}
          where={rule.where}
          errorOf={conditionError}
          onChange={(where) => onChange({ ...rule, where })}
        />
      ) : (
        Object.keys(rule.where).length > 0 && <WholeFilter where={rule.where} />
      )}
      {fieldError !== undefined && (
        <Text size="xs" c="var(--mantine-color-error)" role="alert">
          Conditions: {fieldError}
        </Text>
      )}
    </Stack>
  );
}

interface RecordConditionsProps {
  readonly connection: Connection;
  readonly where: RecordRule['where'];
  /** The fields of the entity, with those that the account has added. */
  fieldsWith(own: OwnFields): readonly SearchField[];
  errorOf(index: number): string | undefined;
  onChange(where: RecordRule['where']): void;
}

// While they are loaded, the others can be chosen.
const none: OwnFields = { data: [], meta: { discovered_at: null, entities: [], failed: [] } };

// A live call compares records one by one, which no index of words helps.
const recordOperators = (field: SearchField) =>
  operatorsOf(field).filter(({ value }) => value !== 'fuzzy' && value !== 'keyword');

function RecordConditions({ connection, where, fieldsWith, errorOf, onChange }: RecordConditionsProps) {
  const own = useOwnFields(connection.id);
  const fields = fieldsWith(own.data ?? none);
  const isAll = Object.keys(where).length === 0;
  // As entered: a number may be unfinished.
  const [entered, setEntered] = useState(() => conditionsOf(isAll ? null : where));
  if (entered === undefined) return <WholeFilter where={where} />;
  const change = (conditions: Conditions) => {
    setEntered(conditions);
    onChange(filterOf(conditions, fields) ?? {});
  };
  return (
    <ConditionsInput
      {...entered}
      fields={fields}
      operatorsFor={recordOperators}
      emptyText="Without a condition, every record exists."
      errorOf={errorOf}
      onChange={change}
    />
  );
}

/** A filter that is more than a list of conditions, or whose fields are not known here. */
function WholeFilter({ where }: Pick<RecordConditionsProps, 'where'>) {
  return (
    <div>
      <Text size="sm" fw={600}>
        Conditions
      </Text>
      <Code block>
        <ForeignText value={JSON.stringify(where, null, 2)} isJson />
      </Code>
    </div>
  );
}
