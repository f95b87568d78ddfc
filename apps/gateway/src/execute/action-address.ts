import { type FieldError, GatewayError } from '@connectory/errors';

/** The entity and action that the address of a call names (spec/execute.md). */
export interface ActionAddress {
  readonly entity: string;
  readonly action: string;
  /** Whether it is the address of the dry run. */
  readonly isDryRun: boolean;
}

// What the address says already, would answer something of another type, or is taken from clients of the execute address only.
const foreignMembers = ['entity', 'action', 'dry_run', 'skip_truncation'];

/** The execute envelope of a body that was sent to the address of an action. Throws `malformed_request` for a member it may not have. */
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
