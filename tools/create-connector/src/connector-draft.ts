/** The TypeScript source of an entity, with the names by which the connector refers to it. */
export interface EntityDraft {
  /** `customers`: the public name, and that of the file. */
  readonly name: string;
  /** The exported constant. */
  readonly constant: string;
  readonly source: string;
  /** The read that could prove a credential; null for an entity that only writes. */
  readonly check: { readonly action: string; readonly params: string; readonly needsParams: boolean } | null;
}

/** What is particular about a connector: the rest of its files is the same for all. */
export interface ConnectorDraft {
  /** Kind of system in words. */
  readonly kind: string;
  /** Source of `src/adapter.ts`. */
  readonly adapter: string;
  readonly entities: readonly EntityDraft[];
  readonly notes: readonly string[];
  /** The vendor's description, which the connector is checked against; absent for a connector from nothing. */
  readonly description?: { readonly name: string; readonly text: string };
}

/** The entity whose read proves a credential: one that needs no parameters, if there is one. */
export function checkedEntity(entities: readonly EntityDraft[]): EntityDraft | undefined {
  return entities.find(({ check }) => check?.needsParams === false) ?? entities.find(({ check }) => check !== null);
}
