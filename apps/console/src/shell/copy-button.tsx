import { Button, type ButtonProps } from '@mantine/core';
import { Copy } from 'lucide-react';
import type { CopyState } from './use-copy.ts';

interface CopyButtonProps extends Pick<ButtonProps, 'size' | 'className'> {
  readonly label: string;
  readonly state: CopyState;
  onCopy(): void;
}

const small = 12;
const usual = 16;

/** The button next to copyable text (`useCopy`). */
export function CopyButton({ label, state, onCopy, ...look }: CopyButtonProps) {
  return (
    <Button
      variant="default"
      {...look}
      onClick={onCopy}
      leftSection={<Copy size={look.size === 'compact-xs' ? small : usual} aria-hidden />}
    >
      {state === 'copied' ? 'Copied' : label}
    </Button>
  );
}
