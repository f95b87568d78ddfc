import { type FieldError, GatewayError } from '@connectory/errors';

/** The entity and action in the URL of a call (spec/execute.md). */
export interface ActionAddress {
  readonly entity: string;
  readonly action: string;
  /** Whether it is the URL of a dry run. */
  readonly isDryRun: boolean;
}

// Fields that repeat the URL, would change the type of the response, or are only accepted at the execute URL.
const foreignMembers = ['entity', 'action', 'dry_run', 'skip_truncation'];

/**
 * Returns the execute envelope for a body that was sent to the URL of an action. Throws `malformed_request` for a field it may not have.
 */
export function envelopeOf(body: unknown, { entity, action, isDryRun }: ActionAddress): unknown {
  if (typeof body !== 'object' || body === null || Array.isArray(body)) {
    throw new GatewayError('malformed_request', 'The body must be a JSON object, such as {"params": {}}.');
  }
  const errors = foreignMembers
    .filter((name) => Object.hasOwn(body, name))
    .map(
      (name): FieldError => ({
        field: `/${name}`,
        message: 'is not a field of this request',
        error_code: 'unknown_name',
      }),
    );
  const [first] = errors;
  if (first !== undefined) {
    throw new GatewayError(
      'malformed_request',
      `${first.field.slice(1)} ${first.message}. The URL contains entity and action; append /dry-run for a dry run.`,
      { errors },
    );
  }
  return { ...body, entity, action, ...(isDryRun && { dry_run: true }) };
}
