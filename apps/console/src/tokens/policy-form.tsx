import type { NewPolicy } from '@connectory/client';
import type { RJSFSchema, UiSchema } from '@rjsf/utils';
import { useMemo } from 'react';
import { ChoicesInput } from '../form/choices-input.tsx';
import { NamesInput } from '../form/names-input.tsx';
import { SchemaForm } from '../form/schema-form.tsx';
import type { PublishedSchema } from '../gateway/use-published-schema.ts';

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
export function PolicyForm({ schema, suggestions, value, errors, onChange, onSubmit }: PolicyFormProps) {
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
