import type { RawValue } from '@connectory/connector-sdk';

/** A schema as plain data: its kind, its parts and its metadata. */
export interface SchemaData {
  readonly kind: string;
  readonly [part: string]: RawValue;
}

/** An action as plain data. */
export interface ActionData {
  /** Fields of the declaration that are plain data already. */
  readonly declared: RawValue;
  readonly params: SchemaData;
  readonly syncOnly?: SchemaData | undefined;
  readonly result?: SchemaData | undefined;
  /** The data its requests are built from; undefined if code builds them. */
  readonly plain?: RawValue;
  readonly paging: RawValue;
  readonly meta: Readonly<
    Record<string, { readonly type: SchemaData; readonly reads: readonly string[]; readonly at?: RawValue }>
  >;
  readonly shapesRows: boolean;
  /** Whether parameters have rules that only the process of the plugin can apply. */
  readonly hasRules: boolean;
}

/** An entity as plain data. */
export interface EntityData {
  readonly declared: RawValue;
  readonly record: SchemaData;
  readonly actions: Readonly<Record<string, ActionData>>;
  readonly search: {
    readonly fields: RawValue;
    readonly derived: Readonly<
      Record<string, { readonly type: SchemaData; readonly declared: RawValue; readonly isComputed: boolean }>
    >;
  } | null;
  readonly sync: RawValue;
}

/** The events of a vendor as plain data. */
export interface EventsData {
  readonly declared: RawValue;
  readonly responsesHandshakes: boolean;
  /** The registration of its webhooks as plain data. */
  readonly registration?: RawValue;
}

/** A connector as plain data: everything but its functions. */
export interface ConnectorData {
  readonly declared: RawValue;
  readonly upstream: RawValue;
  readonly settings: SchemaData;
  /** A setting whose rule is a function, which cannot be called from outside. */
  readonly settingOfFunction: string | null;
  readonly entities: readonly EntityData[];
  readonly events?: EventsData | undefined;
}
