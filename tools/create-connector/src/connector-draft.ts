/** The TypeScript source of an entity, and the names by which the connector refers to it. */
export interface EntityDraft {
  /** `customers`: the public name, and that of the file. */
  readonly name: string;
  /** The exported constant. */
  readonly constant: string;
  readonly source: string;
  /** The top-level fields of its records that may hold text. */
  readonly texts: readonly string[];
  /** The read that can check a credential; null for an entity with writes only. */
  readonly check: { readonly action: string; readonly params: string; readonly needsParams: boolean } | null;
}

/** What a person has to look at, one line each. */
export interface DraftNotes {
  /** What was guessed, or is missing. */
  readonly toCheck: readonly string[];
  /** Operations of a description without an action, with the reason. */
  readonly leftOut: readonly string[];
}

/** The files that differ between connectors; all other files are the same. */
export interface ConnectorDraft {
  /** The kind of system, in words. */
  readonly kind: string;
  /** Source of `src/adapter.ts`. */
  readonly adapter: string;
  readonly entities: readonly EntityDraft[];
  readonly notes: DraftNotes;
  /** File name of the vendor's description; omitted for a connector without one. */
  readonly description?: string;
}

/** Returns the entity whose read checks a credential: one without required parameters, if there is one. */
export function checkedEntity(entities: readonly EntityDraft[]): EntityDraft | undefined {
  return entities.find(({ check }) => check?.needsParams === false) ?? entities.find(({ check }) => check !== null);
}
