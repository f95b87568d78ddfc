import { describe, expect, it } from 'vitest';
import { DescriptionError } from './api-description.ts';
import { loadDescription } from './load-description.ts';

const load = (text: string) => loadDescription({ name: 'api.txt', text });
const minimal = { openapi: '3.1.0', paths: { '/a': { get: {} } } };

describe('loading a description', () => {
  it.each([
    ['broken JSON', '{ "openapi": ', 'api.txt is broken JSON'],
    ['broken YAML', 'openapi: 3.1.0\npaths: [', 'api.txt is broken YAML'],
    ['another JSON document', '{ "resources": {} }', 'api.txt is no API description'],
    ['an incomplete introspection result', '{ "__schema": {} }', 'api.txt is not a complete introspection result'],
    ['prose', 'An API with many paths', 'nor GraphQL SDL'],
    ['nothing', '', 'nor GraphQL SDL'],
  ])('refuses %s and says which file it is', (_, text, message) => {
    expect(() => load(text)).toThrow(DescriptionError);
    expect(() => load(text)).toThrow(message);
  });

  it('notes references and patterns it cannot use, and takes any value there', () => {
    const description = load(
      JSON.stringify({
        ...minimal,
        paths: {
          '/a': {
            get: {
              parameters: [
                { name: 'code', in: 'query', schema: { type: 'string', pattern: '(?i-mx:^[a-z]+$)' } },
                { name: 'kind', in: 'query', schema: { $ref: 'other.json#/kind' } },
              ],
            },
          },
        },
      }),
    );
    expect(description.notes).toEqual([
      'not checked: pattern (?i-mx:^[a-z]+$) is no JavaScript pattern',
      'not checked: reference other.json#/kind leads nowhere',
    ]);
    const request = { method: 'GET', url: 'https://any.example/a?code=5&kind=x', headers: {} };
    expect(description.check(request).deviations).toEqual([]);
  });

  it('follows references through references, into paths and into lists that were cut', () => {
    const description = load(
      JSON.stringify({
        openapi: '3.1.0',
        paths: {
          '/a': {
            post: { requestBody: { content: { 'application/json': { schema: { $ref: '#/x-first/schema' } } } } },
          },
          '/b': {
            post: {
              requestBody: {
                content: {
                  'application/json': { schema: { properties: { kind: { allOf: { 1: { enum: ['x'] } } } } } },
                },
              },
            },
          },
        },
        'x-first': { $ref: '#/x-second' },
        'x-second': {
          schema: {
            properties: {
              kind: { $ref: '#/paths/~1b/post/requestBody/content/application~1json/schema/properties/kind/allOf/1' },
            },
          },
        },
      }),
    );
    const send = (path: string, kind: string) =>
      description
        .check({
          method: 'POST',
          url: `https://any.example${path}`,
          headers: { 'content-type': 'application/json' },
          body: { kind },
        })
        .deviations.map((deviation) => deviation.kind);
    expect(description.notes).toEqual([]);
    expect([send('/a', 'x'), send('/a', 'y'), send('/b', 'x'), send('/b', 'y')]).toEqual([
      [],
      ['wrong_value'],
      [],
      ['wrong_value'],
    ]);
  });

  it('survives schemas that refer to themselves', () => {
    const schema = { $ref: '#/components/schemas/Loop' };
    const description = load(
      JSON.stringify({
        ...minimal,
        paths: { '/a': { post: { requestBody: { content: { 'application/json': { schema } } } } } },
        components: { schemas: { Loop: { allOf: [{ $ref: '#/components/schemas/Loop' }], properties: { a: {} } } } },
      }),
    );
    const request = {
      method: 'POST',
      url: 'https://a.example/a',
      headers: { 'content-type': 'application/json' },
      body: { b: 1 },
    };
    expect(description.check(request).deviations.map((deviation) => deviation.where)).toEqual(['/body/b']);
  });
});
