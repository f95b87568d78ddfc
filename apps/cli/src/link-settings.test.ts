import { expect, it } from 'vitest';
import { settingsOf } from './link-settings.ts';

const schema = {
  properties: {
    shop: { type: 'string' },
    region: { enum: ['eu', 'na'] },
    pages: { type: 'integer' },
    sites: { type: 'array', items: { type: 'string' } },
  },
};

it('reads settings as the connector declares them', () => {
  expect(settingsOf(['shop=1234', 'region=eu', 'pages=3', 'sites=["a","b"]', 'unknown=x=y'], schema)).toEqual({
    shop: '1234',
    region: 'eu',
    pages: 3,
    sites: ['a', 'b'],
    unknown: 'x=y',
  });
});

it.each(['shop', '=acme'])('refuses %s', (pair) => {
  expect(() => settingsOf([pair], schema)).toThrow('--set requires key=value');
});

it('refuses what is no JSON where JSON is needed', () => {
  expect(() => settingsOf(['sites=a,b'], schema)).toThrow('The value of --set sites is not JSON');
});
