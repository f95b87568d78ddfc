import type { NewPolicy } from '@connectory/client';
import { Checkbox, Group, MultiSelect, Radio, Stack } from '@mantine/core';
import type { RJSFSchema, UiSchema, WidgetProps } from '@rjsf/utils';
import { useMemo } from 'react';
import { SchemaForm } from '../form/schema-form.tsx';
import type { PublishedSchema } from '../gateway/use-connections.ts';
import type { GrantableNames } from '../gateway/use-workspace.ts';
import { withCode } from '../shell/text.tsx';
import { DataSections, dataMembers } from './data-sections.tsx';

/** The policy that changes nothing, with which most tokens begin. */
export const readOnly: NewPolicy = { read_only: true };

/** What most tokens are for, with the effects that this needs. */
const templates: readonly { readonly label: string; readonly description: string; readonly policy: NewPolicy }[] = [
  { label: 'Read-only', description: 'Reads records and changes nothing, such as a report.', policy: readOnly },
  {
    label: 'Support agent',
    description: 'Reads and writes, and deletes nothing.',
    policy: { effects: { deny: ['delete'] } },
  },
  {
    label: 'Agent with approval',
    description: 'Reads and writes; deletions, and what reaches people, wait until a person approves them.',
    policy: { hold: { effects: ['delete', 'outward'] } },
  },
  { label: 'Everything', description: 'Runs every action of every connection.', policy: {} },
];

interface TemplateChoiceProps {
  readonly policy: NewPolicy;
  onChoose(policy: NewPolicy): void;
}

const effectsOf = ({ read_only, effects, hold }: NewPolicy) =>
  JSON.stringify([read_only === true, effects ?? {}, hold ?? {}]);

/** Sets which effects are allowed and which wait for approval, and keeps the rest of the policy. */
function TemplateChoice({ policy, onChoose }: TemplateChoiceProps) {
  const { read_only: _replaced, effects: _replacedToo, hold: _replacedAlso, ...rest } = policy;
  const chosen = templates.find((template) => effectsOf(template.policy) === effectsOf(policy));
  return (
    <Radio.Group
      label="Template"
      description="Change what it sets below."
      mb="md"
      value={chosen?.label ?? null}
      onChange={(label) => onChoose({ ...rest, ...templates.find((template) => template.label === label)?.policy })}
    >
      <Stack gap="xs" mt={6}>
        {templates.map(({ label, description }) => (
          <Radio key={label} value={label} label={label} description={description} />
        ))}
      </Stack>
    </Radio.Group>
  );
}

interface PolicyFormProps {
  /** The published schema of a policy: its fields and their descriptions. */
  readonly schema: PublishedSchema;
  readonly names: GrantableNames;
  readonly value: NewPolicy;
  readonly errors: Parameters<typeof SchemaForm>[0]['errors'];
  onChange(policy: NewPolicy): void;
  onSubmit(): void;
}

/** A policy as a form, with templates to begin with. Empty and unchecked inputs are omitted. */
export function PolicyForm({ schema, names, value, errors, onChange, onSubmit }: PolicyFormProps) {
  const entered = useMemo(() => enteredFields(schema), [schema]);
  const uiSchema = useMemo(() => inputsOf(entered, names), [entered, names]);
  const { rights, seen } = useMemo(() => partsOf(value), [value]);
  return (
    <>
      <TemplateChoice policy={value} onChoose={onChange} />
      <SchemaForm
        root="policy"
        schema={entered}
        uiSchema={uiSchema}
        value={rights}
        errors={errors}
        onChange={(changed) => onChange({ ...withoutFalse(changed), ...seen })}
        onSubmit={onSubmit}
      />
      <DataSections schema={schema as RJSFSchema} policy={value} errors={errors} onChange={onChange} />
    </>
  );
}

/** The members of a policy that say what may be done, and those that say what is seen. */
function partsOf(policy: NewPolicy): { readonly rights: NewPolicy; readonly seen: NewPolicy } {
  const isSeen = ([name]: [string, unknown]) => dataMembers.some((member) => member === name);
  const members = Object.entries(policy);
  return {
    rights: Object.fromEntries(members.filter((member) => !isSeen(member))),
    seen: Object.fromEntries(members.filter(isSeen)),
  };
}

function inputsOf({ properties = {} }: RJSFSchema, names: GrantableNames): UiSchema {
  const inputs = Object.entries(properties).flatMap(([name, member]): [string, UiSchema][] => {
    if (typeof member !== 'object') return [];
    const title = titles[name];
    if (member.type === 'object')
      return [[name, { ...inputsOf(member, names), ...(title !== undefined && { 'ui:title': title }) }]];
    if (title !== undefined) return [[name, { 'ui:title': title }]];
    if (member.type !== 'array') return [];
    const isChoice = typeof member.items === 'object' && 'enum' in member.items;
    if (isChoice) return [[name, { 'ui:widget': ChoicesInput }]];
    const known = names[name as keyof GrantableNames] ?? [];
    return [[name, { 'ui:widget': NamesInput, 'ui:options': { names: known } }]];
  });
  return Object.fromEntries(inputs);
}

/** Titles of fields whose names say too little in a form. */
const titles: Readonly<Record<string, string>> = {
  approve: 'Approve held writes',
  hold: 'Wait for approval',
  second_person: 'By a second person',
};

/**
 * The generated inputs: not what is seen, not the filter of params, which depends on the action and is kept if there is one, and not reads,
 * which never wait.
 */
function enteredFields(schema: PublishedSchema): RJSFSchema {
  const { properties: all = {}, ...rest } = schema as RJSFSchema;
  const isEntered = ([name]: [string, unknown]) => dataMembers.every((member) => member !== name);
  const properties = Object.fromEntries(Object.entries(all).filter(isEntered));
  const { hold } = properties;
  if (typeof hold !== 'object') return { ...rest, properties };
  const { when: _notEntered, effects, ...others } = hold.properties ?? {};
  const { items, ...list } = effects as RJSFSchema;
  const choices = (items as RJSFSchema).enum?.filter((effect) => effect !== 'read') ?? [];
  const waiting = { ...list, items: { ...(items as RJSFSchema), enum: choices } };
  return { ...rest, properties: { ...properties, hold: { ...hold, properties: { effects: waiting, ...others } } } };
}

/** A policy without unchecked boxes, and without groups in which nothing else was entered. */
function withoutFalse<Value extends object>(value: Value): Value {
  const kept = Object.entries(value).flatMap(([name, member]): [string, unknown][] => {
    if (member === false) return [];
    if (!isObject(member)) return [[name, member]];
    const inner = withoutFalse(member);
    return Object.keys(inner).length === 0 ? [] : [[name, inner]];
  });
  return Object.fromEntries(kept) as Value;
}

const isObject = (value: unknown): value is object =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** The input of a list whose items come from an `enum`. An empty list is omitted. */
function ChoicesInput({ id, label, schema, value, required, disabled, rawErrors, onChange }: WidgetProps) {
  const { enum: choices = [] } = schema.items as RJSFSchema;
  return (
    <Checkbox.Group
      id={id}
      label={label}
      description={withCode(schema.description)}
      value={value as string[]}
      onChange={(chosen) => onChange(chosen.length === 0 ? undefined : chosen)}
      withAsterisk={required ?? false}
      error={rawErrors !== undefined && rawErrors.length > 0 ? rawErrors.join('. ') : undefined}
    >
      <Group gap="md" mt={6}>
        {choices.map((choice) => (
          <Checkbox key={String(choice)} value={String(choice)} label={String(choice)} disabled={disabled ?? false} />
        ))}
      </Group>
    </Checkbox.Group>
  );
}

const maxShown = 100;

/** The input of a list of names: each is chosen from those that exist. An empty list is omitted. */
function NamesInput({ id, label, schema, value, options, required, disabled, rawErrors, onChange }: WidgetProps) {
  const { names } = options as { readonly names?: readonly string[] };
  return (
    <MultiSelect
      id={id}
      label={label}
      description={withCode(schema.description)}
      data={[...(names ?? [])]}
      value={(value as string[] | undefined) ?? []}
      onChange={(chosen) => onChange(chosen.length === 0 ? undefined : chosen)}
      withAsterisk={required ?? false}
      disabled={disabled ?? false}
      error={rawErrors !== undefined && rawErrors.length > 0 ? rawErrors.join('. ') : undefined}
      searchable
      selectFirstOptionOnChange
      nothingFoundMessage="Nothing in this workspace has this name"
      limit={maxShown}
      maxDropdownHeight={240}
      autoComplete="off"
    />
  );
}
