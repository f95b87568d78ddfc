import type { NextFunction, Request, Response } from 'express';
import { describe, expect, it } from 'vitest';
import { unknownRoute } from './unknown-route.ts';

const document = {
  openapi: '3.1.0',
  info: { title: 'test', version: '1' },
  paths: { '/openapi.json': { get: {} }, '/things/{id}': { get: {}, delete: {} }, '/things/{id}/parts': { post: {} } },
};

/** What the handler throws for a request, and the `Allow` header it set. */
function responseTo(method: string, path: string): { code: unknown; message: string; allow: string | undefined } {
  let allow: string | undefined;
  const response = { setHeader: (_name: string, value: string) => (allow = value) } as unknown as Response;
  try {
    unknownRoute(() => document as never)({ method, path } as Request, response, (() => {}) as NextFunction);
  } catch (error) {
    const { code, message } = error as Error & { code: unknown };
    return { code, message, allow };
  }
  throw new Error('it was answered');
}

describe('a path that is documented with other methods', () => {
  it('is method_not_allowed, with those methods', () => {
    expect(responseTo('PATCH', '/things/7')).toMatchObject({ code: 'method_not_allowed', allow: 'GET, DELETE' });
    expect(responseTo('GET', '/things/7/parts')).toMatchObject({ code: 'method_not_allowed', allow: 'POST' });
  });
});

describe('any other path', () => {
  it.each(['/', '/thing', '/things/', '/things/7/8', '/things/7/parts/1', '/openapiXjson', '/x/openapi.json'])(
    '%s is not_found',
    (path) => {
      expect(responseTo('GET', path)).toMatchObject({ code: 'not_found', allow: undefined });
    },
  );
});
