import type { z } from 'zod';
import type { Operation } from './operation.ts';

/** The path parameters of an operation, as strings. */
export type PathOf<Called extends Operation> = Called extends { pathParameters: infer Schema extends z.ZodObject }
  ? { readonly [Name in keyof z.output<Schema> & string]: string }
  : Readonly<Record<never, string>>;

/** The query parameters of an operation, validated. */
export type QueryOf<Called extends Operation> = Called extends { query: infer Schema extends z.ZodObject }
  ? z.output<Schema>
  : never;

/** The JSON body of an operation, validated. */
export type BodyOf<Called extends Operation> = Called extends { body: { schema: infer Schema extends z.ZodType } }
  ? z.output<Schema>
  : never;

/** JSON response of an operation. */
export type AnswerOf<Called extends Operation> = Called['success'][keyof Called['success']] extends {
  content: { 'application/json': { schema: infer Schema extends z.ZodType } };
}
  ? Unchanged<z.output<Schema>>
  : never;

/** A JSON value whose objects and arrays may be shared. */
type Unchanged<Json> = Json extends object ? { readonly [Name in keyof Json]: Unchanged<Json[Name]> } : Json;
