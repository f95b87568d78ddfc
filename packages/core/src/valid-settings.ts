import type { Connector } from '@connectory/connector-sdk';
import { ConnectorStopped } from '@connectory/connector-sdk/engine';
import { GatewayError } from '@connectory/errors';
import { validateInput } from '@connectory/errors/validation';

type Settings = Readonly<Record<string, unknown>>;

/**
 * Validates the settings of a connection by all rules of its connector, wherever they run. Names in `optional` may be missing. Throws
 * `invalid_params`, and `internal` if the connector fails meanwhile.
 */
export async function validSettings(
  { id, upstream: { settings: schema, remote } }: Pick<Connector, 'id' | 'upstream'>,
  given: unknown,
  optional: readonly string[] = [],
): Promise<Settings> {
  const isPartial = optional.length > 0;
  // TypeScript does not know the names of the settings.
  const mask = Object.fromEntries(optional.map((name) => [name, true])) as Record<never, true>;
  const settings = validateInput(isPartial ? schema.partial(mask) : schema, given, ['settings']);
  try {
    return remote === undefined ? settings : await remote(settings, { isPartial });
  } catch (error) {
    if (error instanceof GatewayError) throw error;
    const why = ConnectorStopped.endOfSentence(error);
    throw new GatewayError('internal', `The connector ${id} failed while it checked settings${why}`, { cause: error });
  }
}
