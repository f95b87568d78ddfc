import type { Database } from '@connectory/database';

/** A figure and its limit, as the metrics of a gateway take them. */
export interface ControlPlaneBound {
  readonly name: string;
  readonly help: string;
  readonly limit: number;
  inUse(): number;
}

/** Something that remembers up to `limit` lookups. */
interface Remembering {
  readonly remembered: { readonly limit: number; inUse(): number };
}

interface BoundedParts {
  readonly database: Database;
  readonly audit: { readonly waiting: { readonly limit: number; inUse(): number } };
  readonly caches: readonly Remembering[];
}

/** The bounds of a control plane: connections of the database, waiting audit entries, remembered lookups. */
export function boundsOf({ database, audit, caches }: BoundedParts): readonly ControlPlaneBound[] {
  const sum = (numbers: readonly number[]) => numbers.reduce((total, number) => total + number, 0);
  const bounds: ControlPlaneBound[] = [
    { name: 'audit_entries_waiting', help: 'Audit entries waiting to be stored', ...audit.waiting },
    {
      name: 'lookups_remembered',
      help: 'Tokens, connections and credentials cached for a few seconds',
      limit: sum(caches.map(({ remembered }) => remembered.limit)),
      inUse: () => sum(caches.map(({ remembered }) => remembered.inUse())),
    },
  ];
  if (database.pool === null) return bounds;
  return [
    ...bounds,
    { name: 'database_connections', help: 'Connections of the control plane in use', ...database.pool },
  ];
}
