import { createHash } from 'node:crypto';
import { expect, it } from 'vitest';
import { provenanceStatement } from './provenance.ts';

const source = { repository: 'https://git.example.com/connectory', commit: 'c0ffee' };
const digest = createHash('sha512').update('tarball');

it('names each package with the digest of its tarball', () => {
  const integrity = `sha512-${digest.copy().digest('base64')}`;
  const statement = provenanceStatement([{ name: '@example/one', version: '1.2.3', integrity }], source);
  expect(statement).toMatchObject({
    subject: [{ name: 'pkg:npm/%40example/one@1.2.3', digest: { sha512: digest.copy().digest('hex') } }],
    predicate: { buildDefinition: { resolvedDependencies: [{ digest: { gitCommit: 'c0ffee' } }] } },
  });
});

it('refuses a digest of another kind', () => {
  expect(() => provenanceStatement([{ name: 'one', version: '1.0.0', integrity: 'sha1-abc' }], source)).toThrow(
    'is no sha512 digest',
  );
});
