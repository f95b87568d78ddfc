import { TextInput } from '@mantine/core';
import { type BaseInputTemplateProps, getInputProps } from '@rjsf/utils';
import { withCode } from '../shell/with-code.tsx';
import { shownFormValue } from './exact-values.ts';

/** The input of a string or a number. The default is its placeholder: an empty input is not sent. */
export function BaseInput(props: BaseInputTemplateProps) {
  const { id, schema, type, value, label, hideLabel, required, disabled, readonly, options, rawErrors, onChange } =
    props;
  const description = options.description ?? schema.description;
  const { type: inputType } = getInputProps(schema, type, options, false);
  const isNumber = inputType === 'number' || schema.type === 'number';
  return (
    <TextInput
      id={id}
      name={id}
      label={hideLabel === true ? undefined : label}
      aria-label={hideLabel === true ? label : undefined}
      description={hideLabel === true ? undefined : withCode(description)}
      withAsterisk={required ?? false}
      aria-required={required ?? false}
      disabled={(disabled ?? false) || (readonly ?? false)}
      placeholder={schema.default === undefined ? undefined : `${schema.default}`}
      error={rawErrors !== undefined && rawErrors.length > 0 ? rawErrors.join('. ') : undefined}
      inputMode={isNumber ? 'decimal' : undefined}
      dir="auto"
      autoComplete="off"
      value={shownFormValue(value)}
      onChange={({ currentTarget }) => onChange(currentTarget.value === '' ? undefined : currentTarget.value)}
    />
  );
}
