import type { FieldType } from '../query/field-type.ts';

/** A search field as the stores lay it out. */
export interface LayoutField {
  readonly name: string;
  readonly type: FieldType;
  /** Always null, because no source has it any more. */
  readonly absent: boolean;
  /** Types of known members of an object field, by dotted path below it. Unlisted members are `any`. */
  readonly members: Readonly<Record<string, FieldType>>;
  /** Present if accounts add members of their own, so that the members of two connections may differ. */
  readonly own?: true;
}

/** The searchable shape of one entity of a connector: derived from its manifest, never from a caller. */
export interface EntityLayout {
  readonly connector: string;
  readonly entity: string;
  readonly fields: readonly LayoutField[];
}
