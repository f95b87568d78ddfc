import type { ConnectorNames } from '../names.ts';
import type { PackageSources } from '../package-sources.ts';

/** The range of zod versions of a connector, whose users install zod. */
export const zodRange = '^4.2.0';

/**
 * The package.json of a connector. While the SDK is not on the registry, it is a development dependency, so the build bundles it into the
 * package, which can be installed anywhere; later it becomes a peer dependency like zod.
 */
export function packageJson(
  { packageName, vendor }: ConnectorNames,
  { connectory, tools, isPublished }: PackageSources,
): string {
  const sdk = '@connectory/connector-sdk';
  const manifest = {
    name: packageName,
    version: '0.1.0',
    description: `Connectory connector for ${vendor}.`,
    keywords: ['connectory-connector'],
    type: 'module',
    exports: { '.': './dist/index.mjs' },
    files: ['dist', 'README.md'],
    scripts: {
      test: 'tsc && vitest run',
      build: 'tsdown src/index.ts',
      prepack: 'npm run build',
    },
    peerDependencies: { ...(isPublished && { [sdk]: connectory[sdk] }), zod: zodRange },
    devDependencies: sorted({ ...connectory, ...tools }),
    // The package \`node\` downloads the Node.js executable when it is installed.
    allowScripts: { node: true },
  };
  return `${JSON.stringify(manifest, null, 2)}\n`;
}

const sorted = (versions: Readonly<Record<string, string>>) =>
  Object.fromEntries(Object.entries(versions).sort(([one], [other]) => (one < other ? -1 : 1)));
