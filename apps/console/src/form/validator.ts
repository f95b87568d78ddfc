import { type Schema, Validator } from '@cfworker/json-schema';
import type { RJSFSchema, ValidatorType } from '@rjsf/utils';
import { roundedFormValue } from './exact-values.ts';

const draft = '2020-12';

/**
 * Finds the branch of a union that a value matches. Reports no errors, because the gateway validates params and the form shows its
 * messages. The usual validator compiles schemas with `new Function`, which the content security policy forbids.
 */
export const validator: ValidatorType = {
  isValid: (schema, value, root) => {
    try {
      return new Validator({ ...definitionsOf(root), ...schema } as Schema, draft).validate(
        roundedFormValue(value) ?? null,
      ).valid;
    } catch {
      // A dangling reference.
      return false;
    }
  },
  validateFormData: () => ({ errors: [], errorSchema: {} }),
  rawValidation: () => ({}),
};

const definitionsOf = ({ $defs }: RJSFSchema) => ($defs === undefined ? {} : { $defs });
