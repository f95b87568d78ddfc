import { expect, it } from 'vitest';
import { connectorDocuments, type PublishedDocument, published } from './published-documents.ts';

const largest = 4_000_000;
const address = /^\/api\/v1\/integrations\/connectors\/\{connector_id\}\/execute\/(\w+)\/\w+$/;

const sizeOf = (documents: readonly PublishedDocument[]) =>
  documents.reduce((sum, { text }) => sum + Buffer.byteLength(text), 0);

function entitiesOf({ text }: PublishedDocument): number {
  const { paths } = JSON.parse(text) as { paths: object };
  return new Set(Object.keys(paths).flatMap((path) => address.exec(path)?.[1] ?? [])).size;
}

it('stays below 4 MB in all for every connector of the contract, by what an entity takes today', () => {
  const { counts } = JSON.parse(published('contract.json').text) as { readonly counts: { readonly entities: number } };
  const documents = connectorDocuments();
  const entities = documents.reduce((sum, document) => sum + entitiesOf(document), 0);
  expect(entities).toBeGreaterThan(documents.length);
  const others = sizeOf([published('openapi.json'), published('errors.md')]);
  expect((sizeOf(documents) / entities) * counts.entities + others).toBeLessThan(largest);
});
