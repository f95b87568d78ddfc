import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import formatsPlugin from 'ajv-formats';
import { isJsonObject } from '../json.ts';

const ajv = new Ajv2020({ strict: false, validateSchema: false, logger: false });
formatsPlugin.default(ajv);

const validators = new Map<string, ValidateFunction>();

/** Compiles a JSON Schema (draft 2020-12) into a predicate; unknown formats are ignored. */
export function createValidator(schema: unknown): (value: unknown) => boolean {
  const key = JSON.stringify(schema);
  const validate = validators.get(key) ?? ajv.compile(isJsonObject(schema) ? withoutIdentity(schema) : true);
  validators.set(key, validate);
  return (value) => validate(value) === true;
}

// ajv keeps schemas by their $id and refuses a second one of the same name.
function withoutIdentity(schema: { readonly [keyword: string]: unknown }): object {
  const { $id: _, ...rest } = schema;
  return rest;
}
