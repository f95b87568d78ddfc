import { Checkbox } from '@mantine/core';
import type { WidgetProps } from '@rjsf/utils';
import { withCode } from '../shell/with-code.tsx';

/** The input of a boolean: a checkbox with its name next to it and its description below. */
export function CheckboxInput(props: WidgetProps) {
  const { id, label, hideLabel, schema, value, options, required, disabled, readonly, rawErrors, onChange } = props;
  return (
    <Checkbox
      id={id}
      name={id}
      {...(hideLabel === true ? { 'aria-label': label } : { label })}
      description={hideLabel === true ? undefined : withCode(options.description ?? schema.description)}
      checked={value === true}
      onChange={({ currentTarget }) => onChange(currentTarget.checked)}
      aria-required={required ?? false}
      disabled={(disabled ?? false) || (readonly ?? false)}
      error={rawErrors !== undefined && rawErrors.length > 0 ? rawErrors.join('. ') : undefined}
    />
  );
}
