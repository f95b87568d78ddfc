import type { Connection } from '@connectory/client';
import { Group, Stack, TagsInput, Text } from '@mantine/core';
import { useMemo } from 'react';
import classes from '../form/layout.module.css';
import { useManifests } from '../gateway/use-connections.ts';
import { fieldPathsOf } from '../results/field-facts.ts';
import { PersonalMark } from '../results/personal-mark.tsx';
import { connectorsOf, EntityInputs, type RuleScope } from './entity-inputs.tsx';
import { type FieldRule, fieldLists, fieldListWords } from './treatments.ts';

const descriptions: Readonly<Record<(typeof fieldLists)[number], string>> = {
  allow: 'These, and what identifies a record.',
  drop: 'As if the record did not have them.',
  mask: 'Such as xxx@xxxxxxx.xxx.',
  hash: 'Equal for equal values, so that they can be counted.',
};

const maxShown = 100;

interface FieldRuleInputProps {
  readonly connections: readonly Connection[];
  readonly rule: FieldRule;
  /** The gateway's error for a part of the rule, such as `entity` or `drop/1`; for the rule itself without one. */
  errorOf(part?: string): string | undefined;
  onChange(rule: FieldRule): void;
}

/** What becomes of fields of records: where, and a list of fields for each treatment. */
export function FieldRuleInput({ connections, rule, errorOf, onChange }: FieldRuleInputProps) {
  const { connector, entity } = rule;
  const connectors = useMemo(() => connectorsOf(connections, connector), [connections, connector]);
  const manifests = useManifests(connectors);
  const known = useMemo(() => {
    const entities = manifests.flatMap((manifest) => manifest.entities);
    const meant = entities.filter(({ name }) => entity === undefined || name === entity);
    const marks = new Map(meant.flatMap(({ record }) => fieldPathsOf(record)).map((path) => [path, '']));
    for (const [path, kind] of meant.flatMap(({ personal }) => Object.entries(personal))) marks.set(path, kind);
    return marks;
  }, [manifests, entity]);
  const changeScope = (scope: RuleScope) => {
    const { connector: _former, entity: _formerToo, ...lists } = rule;
    onChange({
      ...(scope.connector !== undefined && { connector: scope.connector }),
      ...(scope.entity !== undefined && { entity: scope.entity }),
      ...lists,
    });
  };
  const changeList = (list: (typeof fieldLists)[number], paths: string[]) => {
    const { [list]: _former, ...others } = rule;
    onChange(paths.length === 0 ? others : { ...others, [list]: paths });
  };
  const listError = (list: (typeof fieldLists)[number]) => {
    const index = rule[list]?.findIndex((_path, position) => errorOf(`${list}/${position}`) !== undefined) ?? -1;
    return index === -1 ? errorOf(list) : `${rule[list]?.[index]} ${errorOf(`${list}/${index}`)}`;
  };
  const ruleError = errorOf();
  return (
    <Stack gap="sm">
      <EntityInputs
        connections={connections}
        manifests={manifests}
        scope={{ connector, entity }}
        errorOf={errorOf}
        onChange={changeScope}
      />
      <div className={classes.members}>
        {fieldLists.map((list) => (
          <TagsInput
            key={list}
            label={fieldListWords[list]}
            description={descriptions[list]}
            data={[...known.keys()]}
            value={rule[list] ?? []}
            error={listError(list)}
            onChange={(paths) => changeList(list, paths)}
            renderOption={({ option }) => <FieldOption path={option.value} kind={known.get(option.value)} />}
            isDuplicate={(path, chosen) => chosen.includes(path)}
            limit={maxShown}
            maxDropdownHeight={240}
            autoComplete="off"
            acceptValueOnBlur
          />
        ))}
      </div>
      {ruleError !== undefined && (
        <Text size="xs" c="var(--mantine-color-error)" role="alert">
          This rule {ruleError}
        </Text>
      )}
    </Stack>
  );
}

/** A field to choose, marked if it holds personal data. */
function FieldOption({ path, kind }: { readonly path: string; readonly kind: string | undefined }) {
  return (
    <Group gap="xs">
      <span style={{ overflowWrap: 'anywhere' }}>{path}</span>
      <PersonalMark kind={kind} />
    </Group>
  );
}
