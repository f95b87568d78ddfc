import type { IncomingMessage } from 'node:http';
import { expect, it } from 'vitest';
import { challenge, comesFromOwnPage, ownOrigin, resourceMetadata } from './own-address.ts';

const request = (headers: Readonly<Record<string, string>>) => ({ headers }) as unknown as IncomingMessage;
const published = 'https://connect.example.com';

it.each([
  ['localhost:8080', undefined, 'http://localhost:8080'],
  ['127.0.0.1:8080', undefined, 'http://127.0.0.1:8080'],
  ['[::1]:8080', undefined, 'http://[::1]:8080'],
  ['connect.example.com', undefined, undefined],
  ['localhost.attacker.example', undefined, undefined],
  ['a b', undefined, undefined],
  ['attacker.example', published, published],
])('knows its address from the host %s and the public origin %s', (host, publicOrigin, origin) => {
  expect(ownOrigin(request({ host }), publicOrigin)).toBe(origin);
});

it.each([
  ['localhost:8080', 'http://localhost:8080', undefined, true],
  ['localhost:8080', 'http://localhost:3000', undefined, false],
  ['attacker.example:8080', 'http://attacker.example:8080', undefined, false],
  ['connect.example.com', published, published, true],
  ['connect.example.com', 'https://attacker.example', published, false],
  ['connect.example.com', 'null', published, false],
  ['connect.example.com', 'null', undefined, false],
])('of host %s and origin %s, with the public origin %s: %s', (host, origin, publicOrigin, isOwn) => {
  expect(comesFromOwnPage(request({ host, origin }), publicOrigin)).toBe(isOwn);
});

it('tells clients its public address', () => {
  const asked = request({ host: 'attacker.example', authorization: 'Bearer cty_old' });
  expect(resourceMetadata(asked, published)).toMatchObject({ resource: `${published}/mcp` });
  expect(challenge(asked, published)).toBe(
    `Bearer error="invalid_token", resource_metadata="${published}/.well-known/oauth-protected-resource/mcp"`,
  );
});
