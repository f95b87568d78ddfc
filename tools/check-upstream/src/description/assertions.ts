import type { JsonObject } from '@connectory/testkit/schema-values';
import { Ajv2020, type ErrorObject, type ValidateFunction } from 'ajv/dist/2020.js';
import formatsPlugin from 'ajv-formats';
import { readablePattern } from './pattern.ts';

const ajv = new Ajv2020({
  allErrors: true,
  strict: false,
  validateSchema: false,
  logger: false,
  code: { regExp: Object.assign((source: string) => readablePattern(source) ?? /(?:)/, { code: 'new RegExp' }) },
});
formatsPlugin.default(ajv);
// Vendors write date-time for values they take with and without a time or an offset, in their own examples too.
ajv.addFormat('date-time', /^\d{4}-\d{2}-\d{2}(?:[Tt ]\d{2}:\d{2}(?::\d{2}(?:\.\d+)?)?(?:[Zz]|[+-]\d{2}:?\d{2})?)?$/);

const validators = new Map<string, ValidateFunction>();

/** The failed keywords of a schema without applicators, as ajv reports them; empty when the value meets all. */
export function failedAssertions(assertions: JsonObject, value: unknown): readonly ErrorObject[] {
  const key = JSON.stringify(assertions);
  let validate = validators.get(key);
  if (validate === undefined) {
    validate = ajv.compile(assertions);
    validators.set(key, validate);
  }
  return validate(value) ? [] : (validate.errors ?? []);
}
