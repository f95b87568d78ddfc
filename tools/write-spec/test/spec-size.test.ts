import { expect, it } from 'vitest';
import { connectorDocuments, type PublishedDocument, published } from './published-documents.ts';

/** Bytes: of the documents of all connectors of the contract, and of what is there once. */
const largest = { connectors: 3_690_000, gateway: 310_000 };
const address = /^\/api\/v1\/integrations\/connectors\/\{connector_id\}\/execute\/(\w+)\/\w+$/;

const sizeOf = (documents: readonly PublishedDocument[]) =>
  documents.reduce((sum, { text }) => sum + Buffer.byteLength(text), 0);

function entitiesOf({ text }: PublishedDocument): number {
  const { paths } = JSON.parse(text) as { paths: object };
  return new Set(Object.keys(paths).flatMap((path) => address.exec(path)?.[1] ?? [])).size;
}

it('stays below 3.69 MB for every connector of the contract, by what an entity takes today, and 310 kB beside them', () => {
  const { counts } = JSON.parse(published('contract.json').text) as { readonly counts: { readonly entities: number } };
  const documents = connectorDocuments();
  const entities = documents.reduce((sum, document) => sum + entitiesOf(document), 0);
  expect(entities).toBeGreaterThan(documents.length);
  expect((sizeOf(documents) / entities) * counts.entities).toBeLessThan(largest.connectors);
  expect(sizeOf([published('openapi.json'), published('errors.md')])).toBeLessThan(largest.gateway);
});
