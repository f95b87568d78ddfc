import type { FieldType } from '../query/condition.ts';

/** A search field as the stores lay it out. */
export interface LayoutField {
  readonly name: string;
  readonly type: FieldType;
  /** Always null, because no source has it any more. */
  readonly absent: boolean;
  /** Types of known members of an object field, by dotted path below it. Members that are not listed are `any`. */
  readonly members: Readonly<Record<string, FieldType>>;
}

/** What the stores know of one entity of one connector: made from its manifest, never from a caller. */
export interface EntityLayout {
  readonly connector: string;
  readonly entity: string;
  readonly fields: readonly LayoutField[];
}
