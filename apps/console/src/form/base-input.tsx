import { NumberInput, TextInput } from '@mantine/core';
import { type BaseInputTemplateProps, getInputProps } from '@rjsf/utils';

/** The input of a text or a number. Its default stands in it as a placeholder: what is not entered is not sent. */
export function BaseInput(props: BaseInputTemplateProps) {
  const { id, schema, type, value, label, hideLabel, required, disabled, readonly, options, rawErrors, onChange } =
    props;
  const description = options.description ?? schema.description;
  const shared = {
    id,
    name: id,
    label: hideLabel === true ? undefined : label,
    'aria-label': hideLabel === true ? label : undefined,
    description: hideLabel === true ? undefined : description,
    withAsterisk: required ?? false,
    'aria-required': required ?? false,
    disabled: (disabled ?? false) || (readonly ?? false),
    placeholder: schema.default === undefined ? undefined : `${schema.default}`,
    error: rawErrors !== undefined && rawErrors.length > 0 ? rawErrors.join('. ') : undefined,
  };
  const { type: inputType } = getInputProps(schema, type, options, false);
  if (inputType === 'number' || schema.type === 'integer')
    return (
      <NumberInput
        {...shared}
        hideControls
        value={typeof value === 'number' ? value : ''}
        allowDecimal={schema.type !== 'integer'}
        onChange={(entered) => onChange(entered === '' ? undefined : entered)}
      />
    );
  return (
    <TextInput
      {...shared}
      dir="auto"
      autoComplete="off"
      value={value === undefined || value === null ? '' : String(value)}
      onChange={({ currentTarget }) => onChange(currentTarget.value === '' ? undefined : currentTarget.value)}
    />
  );
}
