import { Checkbox, Group } from '@mantine/core';
import type { RJSFSchema, WidgetProps } from '@rjsf/utils';
import { withCode } from '../shell/with-code.tsx';

/** The input of a list whose items come from an `enum`. An empty list is omitted. */
export function ChoicesInput({ id, label, schema, value, required, disabled, rawErrors, onChange }: WidgetProps) {
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
