/** Thrown if no connector was created; the message says why, and what to do. */
export class CreateConnectorError extends Error {
  override readonly name = 'CreateConnectorError';
}
