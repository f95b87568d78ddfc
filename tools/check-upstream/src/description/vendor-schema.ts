/** A schema of a vendor's description, with what finds the targets of its references. */
export interface VendorSchema {
  readonly schema: unknown;
  /** The target of a `$ref`; undefined if there is none. */
  readonly resolve: (reference: string) => unknown;
}
