/**
 * Anything an upstream sent, before it is known to be a record. The only `any` of the project: connectors read it in
 * `keep`, `toRecord` and derived search fields, where the vendor's shape is known to the author but not to the compiler.
 */
// biome-ignore lint/suspicious/noExplicitAny: the one named seam to raw upstream data
export type RawValue = any;
