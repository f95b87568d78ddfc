import type { Rule } from '../rule.ts';

const dependencyKinds = ['dependencies', 'optionalDependencies', 'peerDependencies'] as const;

/** Plugin authors get connector-sdk without transitive dependencies: zod is its only dependency, and a peer that they choose. */
export const sdkDependencies: Rule = {
  name: 'sdk-dependencies',
  advice: 'Keep zod as the only peer dependency; what needs more belongs into packages/upstream or packages/core.',
  check: ({ packages }) =>
    packages
      .filter(({ folder }) => folder === 'packages/connector-sdk')
      .flatMap(({ folder, manifest }) =>
        dependencyKinds.flatMap((kind) =>
          Object.keys(manifest[kind] ?? {})
            .filter((name) => !(kind === 'peerDependencies' && name === 'zod'))
            .map((name) => ({ path: `${folder}/package.json`, problem: `'${name}' stands in ${kind}` })),
        ),
      ),
};
