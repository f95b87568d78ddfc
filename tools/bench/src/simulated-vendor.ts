import { type ChildServer, startChild } from './child-server.ts';

/** What is needed to connect a simulated vendor and to request a page from it. */
export interface SimulatedVendor {
  readonly connector: string;
  readonly authentication: string;
  readonly credentials: Readonly<Record<string, unknown>>;
  readonly settings: Readonly<Record<string, unknown>>;
  /** The list with the fewest required parameters; null if the connector has none. */
  readonly list: { readonly entity: string; readonly params: Readonly<Record<string, unknown>> } | null;
}

/** All simulated vendors, in a separate process. */
export interface SimulatedVendors {
  readonly server: ChildServer;
  /** `127.0.0.1:<port>`, for the egress guard. */
  readonly host: string;
  readonly vendors: readonly SimulatedVendor[];
}

/** Starts a process with the simulated vendors of all built-in connectors, each entity with this many records. */
export async function startVendors(records: number): Promise<SimulatedVendors> {
  const server = await startChild('./vendors-server.ts', String(records));
  const [port, vendors = ''] = server.printed;
  return {
    server,
    host: `127.0.0.1:${port}`,
    vendors: JSON.parse(Buffer.from(vendors, 'base64').toString()) as SimulatedVendor[],
  };
}
