import type { Connector } from '@connectory/connector-sdk';

/**
 * The kind of system a connector is for. The catalog numbers kinds that several connectors share; readers see the vendor next to it
 * instead.
 */
export const systemKind = ({ kind }: Pick<Connector, 'kind'>): string => kind.replace(/ \d+$/, '');
