import type { EntitySync } from '@connectory/client';

/** Whether a requested pass of an entity has ended since `before`. */
export function hasFinished(before: EntitySync | undefined, now: EntitySync): boolean {
  return now.phase !== 'running' && now.finished_at !== (before?.finished_at ?? null);
}

/** Whether no more progress is expected: every entity has finished, or is blocked by an error or a limit while nothing else runs. */
export function isSettled(before: readonly EntitySync[], now: readonly EntitySync[]): boolean {
  const open = now.filter((state) => !hasFinished(earlier(before, state), state));
  if (open.length === 0) return true;
  return (
    now.every(({ phase }) => phase !== 'running') &&
    open.some(({ next_run_at, errors }) => next_run_at !== null && errors.length > 0)
  );
}

/** The state of the same entity in an earlier response. */
export function earlier(before: readonly EntitySync[], { entity }: EntitySync): EntitySync | undefined {
  return before.find((state) => state.entity === entity);
}
