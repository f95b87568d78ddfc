/**
 * Which constraint a failed statement broke, on either dialect: `unique` (also primary keys), `foreign_key`, or null when
 * the error is something else.
 */
export function constraintViolation(error: unknown): 'unique' | 'foreign_key' | null {
  const code = typeof error === 'object' && error !== null && 'code' in error ? error.code : undefined;
  switch (code) {
    case '23505':
    case 'SQLITE_CONSTRAINT_UNIQUE':
    case 'SQLITE_CONSTRAINT_PRIMARYKEY':
      return 'unique';
    case '23503':
    case 'SQLITE_CONSTRAINT_FOREIGNKEY':
      return 'foreign_key';
    default:
      return null;
  }
}
