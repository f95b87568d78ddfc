import { ConnectoryError, type CreatedToken, type NewPolicy, type TokenPreview } from '@connectory/client';
import { Button, Checkbox, Group, Paper, Stack, TagsInput, TextInput, Title } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import type { RJSFSchema, UiSchema, WidgetProps } from '@rjsf/utils';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import { SchemaForm } from '../form/schema-form.tsx';
import { type PublishedSchema, useConnections } from '../gateway/use-connections.ts';
import { useWorkspace } from '../gateway/use-workspace.ts';
import { Problem } from '../shell/states.tsx';
import { withCode } from '../shell/text.tsx';
import classes from './token-form.module.css';
import { Preview } from './token-preview.tsx';

const whileEntering = 300;

interface TokenFormProps {
  /** The schema of a policy. */
  readonly schema: PublishedSchema;
  /** What an unrestricted token could use; its names are suggested. */
  readonly widest: TokenPreview['data'];
  onMade(token: CreatedToken): void;
}

/** Name, expiry and policy of a token, next to what the policy allows. */
export function TokenForm({ schema, widest, onMade }: TokenFormProps) {
  const { name: workspace, client } = useWorkspace();
  const queries = useQueryClient();
  const [name, setName] = useState('');
  const [end, setEnd] = useState('');
  const [policy, setPolicy] = useState<NewPolicy>({});
  const [previewed] = useDebouncedValue(policy, whileEntering);
  const suggestions = useSuggestions(widest);
  const make = useMutation({
    mutationFn: () =>
      client.tokens.create({
        name: name.trim(),
        policy,
        ...(end !== '' && { expires_at: new Date(end).toISOString() }),
      }),
    // The response contains the text of the token, which must not be cached.
    gcTime: 0,
    onSuccess: (created) => {
      void queries.invalidateQueries({ queryKey: ['tokens', workspace] });
      onMade(created);
    },
  });
  const errors = make.error instanceof ConnectoryError ? (make.error.problem?.errors ?? []) : [];
  const errorOf = (field: string) => errors.find((error) => error.field === field)?.message;
  return (
    <div className={classes.panes}>
      <Paper withBorder p="md">
        <form
          onSubmit={(event) => {
            event.preventDefault();
            make.mutate();
          }}
          noValidate
        >
          <Stack gap="md">
            <TextInput
              label="Name"
              description="Who uses it, and for what."
              value={name}
              onChange={({ currentTarget }) => setName(currentTarget.value)}
              error={errorOf('/name')}
              maxLength={128}
              autoComplete="off"
              dir="auto"
              required
            />
            <TextInput
              type="datetime-local"
              label="Expires"
              description="Without a date, it does not expire, or expires with the token you are signed in with."
              value={end}
              onChange={({ currentTarget }) => setEnd(currentTarget.value)}
              error={errorOf('/expires_at')}
            />
          </Stack>
        </form>
        <Title order={2} size="h5" mt="lg" mb="sm">
          Policy
        </Title>
        <PolicyForm
          schema={schema}
          suggestions={suggestions}
          value={policy}
          errors={errors}
          onChange={(entered) => {
            setPolicy(entered);
            // They belong to another policy.
            make.reset();
          }}
          onSubmit={() => make.mutate()}
        />
        <Stack gap="md" mt="lg">
          {make.isError && <Problem error={make.error} />}
          <Group>
            <Button onClick={() => make.mutate()} loading={make.isPending} disabled={name.trim() === ''}>
              Create token
            </Button>
          </Group>
        </Stack>
      </Paper>
      <div className={classes.preview}>
        <Preview policy={previewed} />
      </div>
    </div>
  );
}

function useSuggestions(widest: TokenPreview['data']): Suggestions {
  const { data: connections } = useConnections();
  return useMemo(() => {
    const known = connections ?? widest;
    const entities = widest.flatMap((connection) => connection.entities);
    return {
      connectors: distinct(known.flatMap(({ name, connector }) => [name, connector])),
      entities: distinct(entities.map(({ entity }) => entity)),
      actions: distinct(entities.flatMap(({ actions }) => actions.map(({ action }) => action))),
    };
  }, [connections, widest]);
}

const distinct = (names: readonly string[]) => [...new Set(names)].sort();

/** Names to suggest for fields that take names, by the name of the field. */
export type Suggestions = Readonly<Partial<Record<keyof NewPolicy, readonly string[]>>>;

interface PolicyFormProps {
  /** The published schema of a policy: its fields and their descriptions. */
  readonly schema: PublishedSchema;
  readonly suggestions: Suggestions;
  readonly value: NewPolicy;
  readonly errors: Parameters<typeof SchemaForm>[0]['errors'];
  onChange(policy: NewPolicy): void;
  onSubmit(): void;
}

/** A policy as a form. Empty and unchecked inputs are omitted. */
function PolicyForm({ schema, suggestions, value, errors, onChange, onSubmit }: PolicyFormProps) {
  const uiSchema = useMemo(() => inputsOf(schema as RJSFSchema, suggestions), [schema, suggestions]);
  return (
    <SchemaForm
      root="policy"
      schema={schema as RJSFSchema}
      uiSchema={uiSchema}
      value={value}
      errors={errors}
      onChange={(entered) => onChange(withoutFalse(entered))}
      onSubmit={onSubmit}
    />
  );
}

function inputsOf({ properties = {} }: RJSFSchema, suggestions: Suggestions): UiSchema {
  const inputs = Object.entries(properties).flatMap(([name, member]): [string, UiSchema][] => {
    if (typeof member !== 'object') return [];
    if (member.type === 'object') return [[name, inputsOf(member, {})]];
    if (member.type !== 'array') return [];
    const isChoice = typeof member.items === 'object' && 'enum' in member.items;
    if (isChoice) return [[name, { 'ui:widget': ChoicesInput }]];
    const known = suggestions[name as keyof NewPolicy] ?? [];
    return [[name, { 'ui:widget': NamesInput, 'ui:options': { suggestions: known } }]];
  });
  return Object.fromEntries(inputs);
}

const withoutFalse = (policy: NewPolicy): NewPolicy =>
  Object.fromEntries(Object.entries(policy).filter(([, member]) => member !== false));

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

/** The input of a list of names: each is typed or chosen from `suggestions`. An empty list is omitted. */
function NamesInput({ id, label, schema, value, options, required, disabled, rawErrors, onChange }: WidgetProps) {
  const { suggestions } = options as { readonly suggestions?: readonly string[] };
  return (
    <TagsInput
      id={id}
      label={label}
      description={withCode(schema.description)}
      data={[...(suggestions ?? [])]}
      value={value as string[]}
      onChange={(names) => onChange(names.length === 0 ? undefined : names)}
      withAsterisk={required ?? false}
      disabled={disabled ?? false}
      error={rawErrors !== undefined && rawErrors.length > 0 ? rawErrors.join('. ') : undefined}
      maxDropdownHeight={240}
      autoComplete="off"
      acceptValueOnBlur
    />
  );
}
