import { SegmentedControl, Stack, Text, Textarea } from '@mantine/core';
import type { RJSFSchema } from '@rjsf/utils';
import { lazy, Suspense, useState } from 'react';
import type { SchemaForm as SchemaFormType } from '../form/schema-form.tsx';
import { parseExact } from '../gateway/execute.ts';
import { Waiting } from '../shell/states.tsx';

const SchemaForm = lazy(async () => ({ default: (await import('../form/schema-form.tsx')).SchemaForm }));

type FormProps = Parameters<typeof SchemaFormType>[0];

interface ParamsInputProps extends Omit<FormProps, 'schema' | 'root' | 'foldsOptional'> {
  readonly schema: Readonly<Record<string, unknown>>;
  /** Called with whether the input can be sent: JSON may be unfinished. */
  onUsable(isUsable: boolean): void;
}

/** Params as a form generated from their schema, or as JSON, which also accepts what a form cannot, such as very long numbers. */
export function ParamsInput({ schema, onUsable, ...props }: ParamsInputProps) {
  const [view, setView] = useState('form');
  const hasParams = Object.keys(schema.properties ?? {}).length > 0;
  if (!hasParams)
    return (
      <Text size="sm" c="dimmed">
        This action takes no params.
      </Text>
    );
  return (
    <Stack gap="md">
      <SegmentedControl
        aria-label="Enter params as"
        size="xs"
        data={[
          { value: 'form', label: 'Form' },
          { value: 'json', label: 'JSON' },
        ]}
        value={view}
        onChange={(next) => {
          setView(next);
          onUsable(true);
        }}
        style={{ alignSelf: 'flex-start' }}
      />
      {view === 'json' ? (
        <JsonInput {...props} onUsable={onUsable} />
      ) : (
        <Suspense fallback={<Waiting />}>
          <SchemaForm root="params" schema={schema as RJSFSchema} foldsOptional {...props} />
        </Suspense>
      )}
    </Stack>
  );
}

function JsonInput({ value, onChange, onUsable }: Pick<ParamsInputProps, 'value' | 'onChange' | 'onUsable'>) {
  const [text, setText] = useState(() => JSON.stringify(value, null, 2));
  const [fieldError, setFieldError] = useState<string>();
  const change = (next: string) => {
    setText(next);
    const parsed = parsedObject(next);
    setFieldError(parsed === undefined ? 'This is not a valid JSON object.' : undefined);
    onUsable(parsed !== undefined);
    if (parsed !== undefined) onChange(parsed);
  };
  return (
    <Textarea
      id="params"
      label="Params"
      description="A JSON object. Numbers are sent exactly as written."
      value={text}
      onChange={({ currentTarget }) => change(currentTarget.value)}
      error={fieldError}
      autosize
      minRows={6}
      maxRows={24}
      spellCheck={false}
      styles={{
        input: { fontFamily: 'var(--mantine-font-family-monospace)', fontSize: 'var(--mantine-font-size-xs)' },
      }}
    />
  );
}

function parsedObject(text: string): Record<string, unknown> | undefined {
  try {
    const value = parseExact(text);
    return typeof value === 'object' && value !== null && !Array.isArray(value)
      ? (value as Record<string, unknown>)
      : undefined;
  } catch {
    return undefined;
  }
}
