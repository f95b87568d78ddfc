/** A published tarball, with its digest in the format of registries (`sha512-…` in base64). */
export interface PublishedTarball {
  readonly name: string;
  readonly version: string;
  readonly integrity: string;
}

/** The source a release was built from. */
export interface BuildSource {
  readonly repository: string;
  readonly commit: string;
}

/**
 * The provenance statement of a release: an in-toto statement with a SLSA predicate, unsigned. Only the identity of the CI that publishes
 * can sign it, which no other machine has.
 */
export function provenanceStatement(
  tarballs: readonly PublishedTarball[],
  { repository, commit }: BuildSource,
): object {
  return {
    _type: 'https://in-toto.io/Statement/v1',
    subject: tarballs.map(({ name, version, integrity }) => ({
      name: `pkg:npm/${name.replace('@', '%40')}@${version}`,
      digest: { sha512: hexadecimalOf(integrity) },
    })),
    predicateType: 'https://slsa.dev/provenance/v1',
    predicate: {
      buildDefinition: {
        buildType: 'https://slsa-framework.github.io/github-actions-buildtypes/workflow/v1',
        externalParameters: { workflow: { repository, path: '.github/workflows/release.yml', ref: 'refs/heads/main' } },
        resolvedDependencies: [{ uri: `git+${repository}`, digest: { gitCommit: commit } }],
      },
      runDetails: { builder: { id: 'https://github.com/actions/runner/github-hosted' } },
    },
  };
}

function hexadecimalOf(integrity: string): string {
  const [, base64 = ''] = /^sha512-([A-Za-z0-9+/]{86}==)$/.exec(integrity) ?? [];
  if (base64 === '') throw new Error(`"${integrity}" is no sha512 digest`);
  return Buffer.from(base64, 'base64').toString('hex');
}
