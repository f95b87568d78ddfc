import type { Connector } from '@connectory/connector-sdk';
import { exampleSettings, type RunningSandbox } from '@connectory/sandbox';

/** Credentials and settings of a demo connection to a simulated upstream. */
export interface SimulatedDraft {
  readonly credentials: Readonly<Record<string, string>>;
  readonly settings: Readonly<Record<string, unknown>>;
}

/** Returns drafts of connections to the upstreams of a sandbox, by connector. */
export function simulatedDrafts(
  connectors: readonly Connector[],
  { sandbox, origin }: RunningSandbox,
): Readonly<Record<string, SimulatedDraft>> {
  return Object.fromEntries(
    connectors.map((connector) => {
      const { id } = connector;
      const settings = { ...exampleSettings(connector, sandbox), base_url: sandbox.baseUrl(origin, id) };
      return [id, { credentials: sandbox.credentials(id), settings }];
    }),
  );
}
