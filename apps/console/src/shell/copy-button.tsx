import { Button, type ButtonProps, PasswordInput, type PasswordInputProps } from '@mantine/core';
import { Copy } from 'lucide-react';
import { useEffect, useState } from 'react';

interface CopyButtonProps extends Pick<ButtonProps, 'size' | 'className'> {
  readonly label: string;
  readonly state: CopyState;
  onCopy(): void;
}

const small = 12;
const typical = 16;

/** The button next to copyable text (`useCopy`). */
export function CopyButton({ label, state, onCopy, ...look }: CopyButtonProps) {
  return (
    <Button
      variant="default"
      {...look}
      onClick={onCopy}
      leftSection={<Copy size={look.size === 'compact-xs' ? small : typical} aria-hidden />}
    >
      {state === 'copied' ? 'Copied' : label}
    </Button>
  );
}

const shownFor = 2_000;

/** Whether text was just copied, or the browser refused it. */
export type CopyState = 'ready' | 'copied' | 'refused';

/**
 * Copies text to the clipboard and reports the outcome. Over plain HTTP, where the clipboard API is unavailable, it uses the older command.
 */
export function useCopy(): { readonly state: CopyState; copy(text: string): void } {
  const [state, setState] = useState<CopyState>('ready');
  useEffect(() => {
    if (state !== 'copied') return;
    const timer = setTimeout(() => setState('ready'), shownFor);
    return () => clearTimeout(timer);
  }, [state]);
  const copy = (text: string) => {
    void hasCopied(text).then((done) => setState(done ? 'copied' : 'refused'));
  };
  return { state, copy };
}

async function hasCopied(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    return commandHasCopied(text);
  }
}

function commandHasCopied(text: string): boolean {
  let isTaken = false;
  const give = (event: ClipboardEvent) => {
    event.clipboardData?.setData('text/plain', text);
    event.preventDefault();
    isTaken = true;
  };
  document.addEventListener('copy', give, { capture: true });
  const isDone = document.execCommand('copy');
  document.removeEventListener('copy', give, { capture: true });
  return isDone && isTaken;
}

interface SecretInputProps extends Omit<PasswordInputProps, 'visibilityToggleButtonProps'> {
  /** The label of the button that shows the text. */
  readonly showLabel: string;
}

/** The input of a secret. The button that shows it is reachable by keyboard, and its error is associated with it. */
export function SecretInput({ showLabel, error, ...props }: SecretInputProps) {
  const hasError = error !== undefined && error !== null && error !== false;
  return (
    <PasswordInput
      {...props}
      error={error}
      // The library only sets this on text inputs.
      aria-invalid={hasError}
      visibilityToggleFocusable
      visibilityToggleButtonProps={{ 'aria-label': showLabel }}
    />
  );
}
