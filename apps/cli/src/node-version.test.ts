import { expect, it } from 'vitest';
import manifest from '../package.json' with { type: 'json' };
import { missingNode, oldestNode } from './node-version.ts';

it.each(['22.19.0', '22.20.1', '24.0.0', '26.1.0'])('Node.js %s can run the command', (version) => {
  expect(missingNode(version)).toBeUndefined();
});

it.each(['18.20.4', '20.19.2', '22.18.0'])(
  'Node.js %s is refused in one sentence that names the version to install',
  (version) => {
    expect(missingNode(version)).toMatch(/^Connectory needs Node\.js 22\.19 or newer, and this is [\d.]+\. [^\n]+$/);
  },
);

it('the oldest version is the one that the package declares', () => {
  expect(manifest.engines.node).toBe(`>=${oldestNode.join('.')}`);
});
