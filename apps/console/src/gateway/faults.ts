import { ConnectoryError } from '@connectory/client';

/** Returns the error of an input, by its JSON pointer. */
export type Faults = (pointer: string) => string | undefined;

/** The errors the gateway found in a request. */
export function faultsOf(error: unknown): Faults {
  const errors = error instanceof ConnectoryError ? error.problem?.errors : undefined;
  return (pointer) => errors?.find(({ field }) => field === pointer)?.message;
}
