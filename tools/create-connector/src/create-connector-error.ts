/** Why no connector was created, and what to do. */
export class CreateConnectorError extends Error {
  override readonly name = 'CreateConnectorError';
}
