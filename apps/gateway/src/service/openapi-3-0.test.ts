import { openApi30 } from '@connectory/openapi';
import { expect, it } from 'vitest';
import { gatewayDocument } from '../operations.ts';

const converted = JSON.parse(JSON.stringify(openApi30(gatewayDocument())));
const text = JSON.stringify(converted);

it('has the same operations, and everything they refer to', () => {
  const { paths } = gatewayDocument();
  expect(converted.openapi).toBe('3.0.3');
  expect(Object.keys(converted.paths)).toEqual(Object.keys(paths ?? {}));
  for (const [, kind = '', name = ''] of text.matchAll(/"#\/components\/(\w+)\/(\w+)"/g))
    expect(converted.components[kind]).toHaveProperty(name);
});

it('has nothing that only 3.1 knows', () => {
  const said = JSON.stringify(converted, (name, value) =>
    name === 'examples' || name === 'example' ? undefined : value,
  );
  expect(said).not.toMatch(/"type":\[|"type":"null"|"const":|"identifier":|"contentMediaType":/);
  expect(said).toContain('"nullable":true');
});

it('leaves examples as they are', () => {
  const of31 = JSON.parse(JSON.stringify(gatewayDocument())).paths['/healthz'].get.responses['200'];
  const of30 = converted.paths['/healthz'].get.responses['200'];
  const media = 'application/json';
  expect(of30.content[media].examples).toEqual(of31.content[media].examples);
});

it('does not change what it is given', () => {
  const document = gatewayDocument();
  openApi30(document);
  expect(document).toEqual(gatewayDocument());
});
