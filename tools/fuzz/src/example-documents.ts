import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { takeExamples } from '@connectory/docs/demo-examples';
import { builtInConnectors } from '@connectory/gateway/built-in-connectors';
import { connectorDocument } from '@connectory/openapi';

interface Operation {
  readonly operationId?: string;
  readonly responses: { readonly '200'?: { readonly links?: Readonly<Record<string, { requestBody: unknown }>> } };
  readonly requestBody?: { readonly content: { readonly 'application/json': { example?: unknown } } };
}

/** The document of a connector with examples of the demo. */
export interface ExampleDocument {
  readonly file: string;
  /** Number of links in its responses. */
  readonly links: number;
}

/**
 * Writes the document of each built-in connector into a folder, with requests that match records of the demo as its examples, and returns
 * the documents by connector.
 */
export async function writeExampleDocuments(folder: string): Promise<ReadonlyMap<string, ExampleDocument>> {
  const taken = await takeExamples(builtInConnectors);
  const documents = new Map<string, ExampleDocument>();
  for (const connector of builtInConnectors) {
    const document = structuredClone(connectorDocument(connector));
    let links = 0;
    for (const item of Object.values(document.paths ?? {})) {
      const { operationId = '', requestBody, responses } = item.post as unknown as Operation;
      for (const link of Object.values(responses['200']?.links ?? {})) {
        link.requestBody = asExpressions(String(link.requestBody));
        links += 1;
      }
      const example = taken.get(connector.id)?.[operationId];
      if (requestBody === undefined || example === undefined) continue;
      requestBody.content['application/json'].example = { params: example.params };
    }
    const file = join(folder, `${connector.id}.openapi.json`);
    await writeFile(file, JSON.stringify(document));
    documents.set(connector.id, { file, links });
  }
  return documents;
}

// schemathesis expects the body of a link as an object whose values are expressions; the documents have it as a string.
function asExpressions(body: string): unknown {
  return JSON.parse(body, (_name, value: unknown) =>
    typeof value === 'string' && value.startsWith('{$') ? value.slice(1, -1) : value,
  );
}
