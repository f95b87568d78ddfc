import { ConnectoryError } from '@connectory/client';

/** What is wrong with an input, by the JSON pointer of what it is for. */
export type Faults = (pointer: string) => string | undefined;

/** The faults that the gateway found in a request. */
export function faultsOf(error: unknown): Faults {
  const errors = error instanceof ConnectoryError ? error.problem?.errors : undefined;
  return (pointer) => errors?.find(({ field }) => field === pointer)?.message;
}
