import type { Finding } from '@connectory/gateway';

export type { Finding };

/** A check that passed. */
export const ok = (check: string, message: string): Finding => ({ check, state: 'ok', message });

/** A check that passed, but something should be done. */
export const warn = (check: string, message: string, advice: string): Finding => ({
  check,
  state: 'warn',
  message,
  advice,
});

/** A check that failed. */
export const fail = (check: string, message: string, advice: string): Finding => ({
  check,
  state: 'fail',
  message,
  advice,
});
