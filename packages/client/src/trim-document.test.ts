import { expect, it } from 'vitest';
import { trimDocument } from './trim-document.ts';

const schema = (name: string) => ({ $ref: `#/components/schemas/${name}` });
const json = (name: string, example?: unknown) => ({ 'application/json': { schema: schema(name), example } });
const address = '/api/v1/integrations/connectors/{connector_id}/execute';

const document = {
  openapi: '3.1.0',
  info: { title: 'Shelves', version: '1' },
  paths: {
    [address]: { post: { requestBody: { content: json('Any') }, responses: { 200: { description: 'Any' } } } },
    [`${address}/books/list`]: {
      parameters: [{ $ref: '#/components/parameters/ConnectorId' }],
      post: {
        operationId: 'books_list',
        summary: 'List books',
        deprecated: true,
        requestBody: { content: json('Request', { limit: 1 }) },
        responses: {
          200: { description: 'Books', headers: {}, content: json('Result', []) },
          400: { description: 'Wrong', content: json('Problem') },
        },
      },
    },
    [`${address}/books/download`]: {
      post: { requestBody: { content: json('Request') }, responses: { 200: { $ref: '#/components/responses/File' } } },
    },
  },
  components: {
    schemas: { Any: {}, Request: {}, Result: { items: schema('Book') }, Book: { parent: schema('Book') }, Problem: {} },
    parameters: { ConnectorId: {} },
  },
};

it('keeps request and response of each action with the schemas they need, and nothing else', () => {
  const { paths, components } = trimDocument(document);
  expect(JSON.parse(JSON.stringify(paths))).toEqual({
    [`${address}/books/list`]: {
      post: {
        summary: 'List books',
        deprecated: true,
        requestBody: { content: json('Request') },
        responses: { 200: { description: 'Books', content: json('Result') } },
      },
    },
    [`${address}/books/download`]: {
      post: {
        requestBody: { content: json('Request') },
        responses: { 200: { description: 'The file.', content: {} } },
      },
    },
  });
  expect(components).toEqual({
    schemas: { Request: {}, Result: { items: schema('Book') }, Book: { parent: schema('Book') } },
  });
});

it('refuses a reference to what is not there', () => {
  const { Book: _gone, ...schemas } = document.components.schemas;
  expect(() => trimDocument({ ...document, components: { schemas } })).toThrow('#/components/schemas/Book');
});
