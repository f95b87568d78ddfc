import { PasswordInput, type PasswordInputProps } from '@mantine/core';

interface SecretInputProps extends Omit<PasswordInputProps, 'visibilityToggleButtonProps'> {
  /** What the button that shows the text is called. */
  readonly showLabel: string;
}

/** The input of a secret. The keyboard reaches the button that shows it, and its fault belongs to it. */
export function SecretInput({ showLabel, error, ...props }: SecretInputProps) {
  const hasFault = error !== undefined && error !== null && error !== false;
  return (
    <PasswordInput
      {...props}
      error={error}
      // The library says it of a text, and not of a password.
      aria-invalid={hasFault}
      visibilityToggleFocusable
      visibilityToggleButtonProps={{ 'aria-label': showLabel }}
    />
  );
}
