/**
 * Anything an upstream sent, before it is checked to be a record. The only `any` of the project: connectors read it in `keep`, `toRecord`
 * and derived search fields, where the author knows the vendor's shape but the compiler does not. An integer beyond 2^53 is a `bigint`,
 * which `JSON.stringify` rejects and `String` writes with all its digits; every other number is a `number`.
 */
// biome-ignore lint/suspicious/noExplicitAny: the one seam where data of vendors enters; everything else is typed or unknown.
export type RawValue = any;
