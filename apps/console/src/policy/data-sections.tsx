import type { Connection, NewPolicy, Problem } from '@connectory/client';
import { Checkbox, Stack, Switch, Text, Title } from '@mantine/core';
import type { RJSFSchema } from '@rjsf/utils';
import { type ReactNode, useMemo, useState } from 'react';
import { rowOf } from '../conditions/filter.ts';
import { messageOf } from '../form/field-errors.ts';
import { useConnections, useManifests } from '../gateway/use-connections.ts';
import { Loaded } from '../shell/states.tsx';
import { connectorsOf } from './entity-inputs.tsx';
import { FieldRuleInput } from './field-rule-input.tsx';
import { KindChoices } from './kind-choices.tsx';
import classes from './policy-panes.module.css';
import { RecordRuleInput } from './record-rule-input.tsx';
import { RuleList } from './rule-list.tsx';
import {
  type FieldRule,
  fieldTreatmentWords,
  type RecordRule,
  type Treatments,
  textTreatmentWords,
} from './treatments.ts';

/** The members of a policy that say what records contain, which {@link DataSections} enters. */
export const dataMembers = ['fields', 'records', 'personal', 'detect', 'flag_instructions'] as const;

interface DataSectionsProps {
  /** The published schema of a policy. */
  readonly schema: RJSFSchema;
  readonly policy: NewPolicy;
  readonly errors: readonly Problem['errors'][number][];
  onChange(policy: NewPolicy): void;
}

/** What a token sees of records, in sections that are closed until they are used. */
export function DataSections({ schema, policy, errors, onChange }: DataSectionsProps) {
  const connections = useConnections();
  const { fields = [], records = [], personal = {}, detect = {}, flag_instructions: flags = false } = policy;
  const change = (name: (typeof dataMembers)[number], part: object | true | undefined) => {
    const { [name]: _former, ...others } = policy;
    const isNothing = part === undefined || (part !== true && Object.keys(part).length === 0);
    onChange(isNothing ? others : { ...others, [name]: part });
  };
  const messageOfFirst = (isMeant: (error: Problem['errors'][number]) => boolean) => {
    const found = errors.find(isMeant);
    return found && messageOf(found);
  };
  const errorIn = (member: 'fields' | 'records', index: number) => (part?: string) =>
    messageOfFirst(({ field }) => field === `/policy/${member}/${index}${part === undefined ? '' : `/${part}`}`);
  const kindCount = Object.keys(personal).length;
  const detectCount = Object.keys(detect).length;
  return (
    <Stack component="section" aria-label="What it sees" gap={0} mt="lg">
      <Title order={3} size="h6" mb="xs">
        What it sees
      </Title>
      <Loaded query={connections}>
        {(all) => (
          <>
            <Section title="Fields" state={rulesText(fields.length, 'every field')} isUsed={fields.length > 0}>
              <RuleList<FieldRule> about="fields" rules={fields} start={{}} onChange={(next) => change('fields', next)}>
                {(rule, index, onRule) => (
                  <FieldRuleInput connections={all} rule={rule} errorOf={errorIn('fields', index)} onChange={onRule} />
                )}
              </RuleList>
            </Section>
            <Section title="Records" state={rulesText(records.length, 'every record')} isUsed={records.length > 0}>
              <RuleList<RecordRule>
                about="records"
                rules={records}
                start={{ connector: '', entity: '', where: {} }}
                onChange={(next) => change('records', next)}
              >
                {(rule, index, onRule) => (
                  <RecordRuleInput
                    connections={all}
                    rule={rule}
                    errorOf={errorIn('records', index)}
                    conditionError={(row) =>
                      messageOfFirst(
                        ({ field }) => field.startsWith(`/policy/records/${index}/`) && rowOf(field) === row,
                      )
                    }
                    onChange={onRule}
                  />
                )}
              </RuleList>
            </Section>
            <Section title="Personal data" state={personalText(personal)} isUsed={kindCount > 0}>
              <PersonalInput
                connections={all}
                schema={memberOf(schema, 'personal')}
                value={personal}
                onChange={(next) => change('personal', next)}
              />
            </Section>
          </>
        )}
      </Loaded>
      <Section title="Texts" state={textsText(detectCount, flags)} isUsed={detectCount > 0 || flags}>
        <Stack gap="sm">
          <Text size="sm" c="dimmed">
            Personal data and secrets that are found in texts, whatever field they are in. Not everything is found.
          </Text>
          <KindChoices
            schema={memberOf(schema, 'detect')}
            words={textTreatmentWords}
            untreated="Shown"
            value={detect}
            onChange={(next) => change('detect', next)}
          />
          <Checkbox
            label="Mark instructions"
            description="Results name texts that seem to instruct a language model. Nothing is hidden."
            checked={flags}
            onChange={({ currentTarget }) => change('flag_instructions', currentTarget.checked || undefined)}
          />
        </Stack>
      </Section>
    </Stack>
  );
}

function memberOf({ properties = {} }: RJSFSchema, name: string): RJSFSchema {
  const member = properties[name];
  return typeof member === 'object' ? member : {};
}

const rulesText = (count: number, everything: string) =>
  count === 0 ? `Shows ${everything}` : `${count} ${count === 1 ? 'rule' : 'rules'}`;

function personalText(personal: Treatments): string {
  const count = Object.keys(personal).length;
  if (count === 0) return 'Shows personal data';
  if (personal.all === 'drop') return 'No personal data';
  return `${count} ${count === 1 ? 'choice' : 'choices'}`;
}

function textsText(count: number, flags: boolean): string {
  const parts = [
    ...(count === 0 ? [] : [`${count} ${count === 1 ? 'choice' : 'choices'}`]),
    ...(flags ? ['marks instructions'] : []),
  ];
  return parts.length === 0 ? 'Shows texts as they are' : parts.join(', ');
}

interface SectionProps {
  readonly title: string;
  /** What it says now, in a few words. */
  readonly state: string;
  readonly isUsed: boolean;
  readonly children: ReactNode;
}

/** A part of the form, open at first if it is used; its inputs are rendered once it is open. */
function Section({ title, state, isUsed, children }: SectionProps) {
  const [isOpen, setOpen] = useState(isUsed);
  return (
    <details className={classes.section} open={isOpen} onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
      <summary>
        <Text span size="sm" fw={600}>
          {title}
        </Text>{' '}
        <Text span size="sm" c="dimmed">
          {state}
        </Text>
      </summary>
      {isOpen && children}
    </details>
  );
}

interface PersonalInputProps {
  readonly connections: readonly Connection[];
  /** The published schema of what becomes of each kind. */
  readonly schema: RJSFSchema;
  readonly value: Treatments;
  onChange(value: Treatments): void;
}

/** Whether marked fields are shown at all, and what becomes of each kind, with the number of fields that are marked so. */
function PersonalInput({ connections, schema, value, onChange }: PersonalInputProps) {
  const connectors = useMemo(() => connectorsOf(connections, undefined), [connections]);
  const manifests = useManifests(connectors);
  const counts = useMemo(() => {
    const marks = manifests.flatMap(({ entities }) => entities.flatMap(({ personal }) => Object.values(personal)));
    return new Map(Object.entries(Object.groupBy(marks, (kind) => kind)).map(([kind, all]) => [kind, all.length]));
  }, [manifests]);
  const noteOf = (kind: string) => {
    const count = counts.get(kind) ?? 0;
    if (kind === 'all') return '';
    return `${count.toLocaleString('en')} ${count === 1 ? 'field is' : 'fields are'} marked.`;
  };
  return (
    <Stack gap="sm">
      <Switch
        label="No personal data"
        description="Leaves out every field that a connector marks as personal, and those that it does not describe. Choose below what to show in part."
        checked={value.all === 'drop'}
        onChange={({ currentTarget }) => onChange(currentTarget.checked ? { all: 'drop' } : {})}
      />
      <KindChoices
        schema={schema}
        words={fieldTreatmentWords}
        untreated="Shown"
        value={value}
        noteOf={noteOf}
        onChange={onChange}
      />
    </Stack>
  );
}
