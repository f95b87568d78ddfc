import { describe, expect, it } from 'vitest';
import { requestOf } from '../testing/observed-request.ts';
import { loadDescription } from './load-description.ts';

const answerOf = (document: object, line = 'GET https://a.example/x') => {
  const { answer } = loadDescription({ name: 'test', text: JSON.stringify(document) }).check(requestOf(line));
  return answer === undefined || answer === 'nothing' ? answer : answer.schema;
};

const json = (schema: unknown) => ({ content: { 'application/json; charset=utf-8': { schema } } });

describe('what an operation answers', () => {
  const openApi = (responses: unknown) => ({
    openapi: '3.1.0',
    servers: [{ url: 'https://a.example' }],
    paths: { '/x': { get: { responses } } },
    components: { responses: { fine: json({ type: 'string' }) } },
  });

  it.each<[string, unknown, unknown]>([
    [
      'is its lowest success',
      { 201: json({ type: 'array' }), 200: json({ type: 'object' }), 400: json({}) },
      { type: 'object' },
    ],
    ['is found by reference', { 200: { $ref: '#/components/responses/fine' } }, { type: 'string' }],
    ['may be stated for all successes', { '2XX': json({ type: 'object' }) }, { type: 'object' }],
    ['may be the default', { default: json({ type: 'object' }) }, { type: 'object' }],
    ['may be nothing', { 204: { description: 'gone' } }, 'nothing'],
    ['is not known where only failures are described', { 404: json({}) }, undefined],
    ['is not known without a schema', { 200: { content: { 'application/json': {} } } }, undefined],
    ['is not known where it is no JSON', { 200: { content: { 'text/csv': { schema: {} } } } }, undefined],
  ])('%s in OpenAPI', (_, responses, expected) => {
    expect(answerOf(openApi(responses))).toEqual(expected);
  });

  it('is read from Swagger 2', () => {
    const swagger = (responses: unknown) => ({
      swagger: '2.0',
      host: 'a.example',
      paths: { '/x': { get: { responses } } },
      responses: { fine: { schema: { type: 'string' } } },
    });
    expect(answerOf(swagger({ 200: { schema: { type: 'object' } } }))).toEqual({ type: 'object' });
    expect(answerOf(swagger({ 200: { $ref: '#/responses/fine' } }))).toEqual({ type: 'string' });
    expect(answerOf(swagger({ 204: { description: 'gone' } }))).toBe('nothing');
    expect(answerOf(swagger({}))).toBeUndefined();
  });

  it('is read from a discovery document', () => {
    const discovery = (response: object) => ({
      discoveryVersion: 'v1',
      rootUrl: 'https://a.example/',
      servicePath: '',
      schemas: { X: { type: 'object' } },
      methods: { x: { httpMethod: 'GET', path: 'x', ...response } },
    });
    expect(answerOf(discovery({ response: { $ref: 'X' } }))).toEqual({ $ref: 'X' });
    expect(answerOf(discovery({}))).toBe('nothing');
  });
});
