/**
 * Anything an upstream sent, before it is known to be a record. The only `any` of the project: connectors read it in
 * `keep`, `toRecord` and derived search fields, where the vendor's shape is known to the author but not to the compiler. An integer
 * beyond 2^53 is a `bigint`, which `JSON.stringify` rejects and `String` writes with all its digits; every other number is a `number`.
 */
export type RawValue = any;
