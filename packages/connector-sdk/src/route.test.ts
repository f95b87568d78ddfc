import { array, assert, constantFrom, oneof, property, string, stringMatching, tuple } from 'fast-check';
import { describe, expect, it } from 'vitest';
import { ConnectorError } from './connector-error.ts';
import { fillPath, parseRoute } from './route.ts';

const problem = (value: unknown) => {
  try {
    fillPath(parseRoute('GET /customers/{id}'), { id: value });
  } catch (error) {
    if (ConnectorError.is(error) && error.code === 'invalid_params')
      return { message: error.message, rule: error.rejected?.rule };
    throw error;
  }
  return undefined;
};

describe('parseRoute', () => {
  it('takes method, path and placeholders apart', () => {
    expect(parseRoute('PATCH /repos/{owner}/{repo}.json')).toEqual({
      method: 'PATCH',
      path: '/repos/{owner}/{repo}.json',
      placeholders: ['owner', 'repo'],
    });
  });
});

describe('fillPath', () => {
  it('fills each placeholder with its parameter', () => {
    expect(
      fillPath(parseRoute('GET /repos/{owner}/{repo}/issues/{number}'), { owner: 'a', repo: 'b', number: 7 }),
    ).toBe('/repos/a/b/issues/7');
  });

  it.each([
    ['a/b', 'a%2Fb'],
    ['a b', 'a%20b'],
    ['a?b#c', 'a%3Fb%23c'],
    ['100%', '100%25'],
    ['%2e%2e', '%252e%252e'],
    ['Zürich', 'Z%C3%BCrich'],
    ['urn:li:creative:1', 'urn%3Ali%3Acreative%3A1'],
    ['...', '...'],
    ['.hidden', '.hidden'],
    ['{id}', '%7Bid%7D'],
    ['$&', '%24%26'],
  ])('encodes %j as one segment', (value, segment) => {
    expect(fillPath(parseRoute('GET /customers/{id}/notes'), { id: value })).toBe(`/customers/${segment}/notes`);
  });

  it.each(['.', '..', '../admin', 'a/..', 'a/../b', 'a/./b', '..\\admin'])('refuses the dot segment in %j', (value) => {
    expect(problem(value)).toEqual({
      message: 'id must not contain the path segments "." or ".."',
      rule: 'invalid_path_segment',
    });
  });

  it.each(['a\nb', '\0', 'a\r\nHost: evil', '\u0085', '\t'])('refuses the control character in %j', (value) => {
    expect(problem(value)?.message).toBe('id must not contain control characters');
  });

  it('refuses a missing, an empty and an ill-formed value', () => {
    expect(problem(undefined)?.message).toBe('id must be given');
    expect(problem(null)?.message).toBe('id must be given');
    expect(problem('')?.message).toBe('id must not be empty');
    expect(problem('\ud800')?.message).toBe('id must be well-formed Unicode');
  });

  it('gives a path with as many segments as the route, whatever the values', () => {
    const name = stringMatching(/^[a-z]{1,8}$/);
    const piece = constantFrom('/', '\\', '.', '..', '%2e', '%2F', '?', '#', ';', '@', ':', 'a', ' ', '{second}');
    const value = oneof(
      string({ unit: 'binary' }),
      array(piece, { maxLength: 6 }).map((pieces) => pieces.join('')),
    );
    assert(
      property(tuple(name, name), tuple(value, value), (literals, values) => {
        const route = parseRoute(`GET /${literals[0]}/{first}/${literals[1]}/{second}.json`);
        let path: string;
        try {
          path = fillPath(route, { first: values[0], second: values[1] });
        } catch (error) {
          expect(ConnectorError.is(error) && error.code).toBe('invalid_params');
          return;
        }
        const { pathname, search, hash } = new URL(path, 'https://api.example.com');
        expect(pathname.split('/')).toHaveLength(route.path.split('/').length);
        expect(pathname.startsWith(`/${literals[0]}/`)).toBe(true);
        expect(search + hash).toBe('');
      }),
    );
  });
});
