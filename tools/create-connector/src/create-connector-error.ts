/** Why no connector was made, in words that say what to do. */
export class CreateConnectorError extends Error {
  override readonly name = 'CreateConnectorError';
}
