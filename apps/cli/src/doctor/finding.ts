import type { Finding } from '@connectory/gateway';

export type { Finding };

/** Nothing has to be done. */
export const ok = (check: string, message: string): Finding => ({ check, state: 'ok', message });

/** It works, but something should be done. */
export const warn = (check: string, message: string, advice: string): Finding => ({
  check,
  state: 'warn',
  message,
  advice,
});

/** It does not work until something is done. */
export const fail = (check: string, message: string, advice: string): Finding => ({
  check,
  state: 'fail',
  message,
  advice,
});
