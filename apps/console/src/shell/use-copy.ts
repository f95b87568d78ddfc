import { useEffect, useState } from 'react';

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
