import { TagsInput } from '@mantine/core';
import type { WidgetProps } from '@rjsf/utils';
import { withCode } from '../shell/with-code.tsx';

/** The input of a list of names: each is typed or chosen from `suggestions`. An empty list is omitted. */
export function NamesInput({
  id,
  label,
  schema,
  value,
  options,
  required,
  disabled,
  rawErrors,
  onChange,
}: WidgetProps) {
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
