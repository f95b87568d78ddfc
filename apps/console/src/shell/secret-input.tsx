import { PasswordInput, type PasswordInputProps } from '@mantine/core';

interface SecretInputProps extends Omit<PasswordInputProps, 'visibilityToggleButtonProps'> {
  /** The label of the button that shows the text. */
  readonly showLabel: string;
}

/** The input of a secret. The button that shows it is reachable by keyboard, and its error is associated with it. */
export function SecretInput({ showLabel, error, ...props }: SecretInputProps) {
  const hasFault = error !== undefined && error !== null && error !== false;
  return (
    <PasswordInput
      {...props}
      error={error}
      // The library only sets this on text inputs.
      aria-invalid={hasFault}
      visibilityToggleFocusable
      visibilityToggleButtonProps={{ 'aria-label': showLabel }}
    />
  );
}
