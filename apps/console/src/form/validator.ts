import { type Schema, Validator } from '@cfworker/json-schema';
import type { RJSFSchema, ValidatorType } from '@rjsf/utils';
import { roundedFormValue } from './exact-values.ts';

const draft = '2020-12';

/**
 * Tells which branch of a union a value belongs to. It finds no faults: params are checked by the gateway, whose words the form shows.
 * The usual validator compiles schemas with `new Function`, which the content security policy forbids.
 */
export const validator: ValidatorType = {
  isValid: (schema, value, root) => {
    try {
      return new Validator({ ...definitionsOf(root), ...schema } as Schema, draft).validate(
        roundedFormValue(value) ?? null,
      ).valid;
    } catch {
      // A reference that leads nowhere.
      return false;
    }
  },
  validateFormData: () => ({ errors: [], errorSchema: {} }),
  rawValidation: () => ({}),
};

const definitionsOf = ({ $defs }: RJSFSchema) => ($defs === undefined ? {} : { $defs });
