import type { ContextCopy } from '@connectory/core';
import { GatewayError } from '@connectory/errors';

/** Returns the synchronized copies. Throws `hosted_mode_required` in direct mode, which has none. */
export function requireHosted(copy: ContextCopy | undefined): ContextCopy {
  if (copy !== undefined) return copy;
  throw new GatewayError(
    'hosted_mode_required',
    'This gateway runs in direct mode and keeps no copies. Start it with CONNECTORY_MODE=hosted.',
  );
}
