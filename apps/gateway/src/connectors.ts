import { codeHosting } from '@connectory/connector-code-hosting';
import { helpdesk } from '@connectory/connector-helpdesk';
import { payments } from '@connectory/connector-payments';
import { recruiting2 } from '@connectory/connector-recruiting-2';
import type { Connector } from '@connectory/connector-sdk';

/** The connectors that come with the gateway, in the order of the contract's ids. */
export const builtInConnectors: readonly Connector[] = [codeHosting, payments, helpdesk, recruiting2];

/**
 * Imports connector packages by name; each exports exactly one connector. Throws an `Error` that names the package and what is
 * wrong with it.
 */
export async function loadConnectors(packageNames: readonly string[]): Promise<readonly Connector[]> {
  return Promise.all(packageNames.map(loadConnector));
}

async function loadConnector(name: string): Promise<Connector> {
  let exported: Record<string, unknown>;
  try {
    exported = (await import(name)) as Record<string, unknown>;
  } catch (error) {
    throw new Error(`The connector package ${name} could not be loaded. Install it beside the gateway.`, {
      cause: error,
    });
  }
  const [connector, ...others] = Object.values(exported).filter(isConnector);
  if (connector === undefined || others.length > 0) {
    throw new Error(
      `The package ${name} exports ${others.length === 0 ? 'no connector' : 'several connectors'}; it must export one made with defineConnector.`,
    );
  }
  return connector;
}

function isConnector(value: unknown): value is Connector {
  return (
    typeof value === 'object' && value !== null && 'contract' in value && 'entities' in value && 'upstream' in value
  );
}
