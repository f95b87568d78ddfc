import type { Connector } from '@connectory/connector-sdk';

/**
 * Returns the connector that a loaded package exports. Throws an `Error` that names the package if it exports none or several. The registry
 * checks whether the connector is valid, because it can name the invalid part.
 */
export function exportedConnector(exported: Readonly<Record<string, unknown>>, packageName: string): Connector {
  // A default export is often the same object again.
  const [connector, ...others] = new Set(Object.values(exported).filter(looksLikeConnector));
  if (connector === undefined || others.length > 0) {
    throw new Error(
      `The package ${packageName} exports ${others.length === 0 ? 'no connector' : 'several connectors'}; it must export one made with defineConnector.`,
    );
  }
  return connector as Connector;
}

function looksLikeConnector(value: unknown): boolean {
  if (typeof value !== 'object' || value === null) return false;
  return 'contract' in value || ('entities' in value && 'upstream' in value);
}
