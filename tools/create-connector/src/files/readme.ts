import type { ConnectorDraft } from '../connector-draft.ts';
import type { ConnectorNames } from '../names.ts';
import type { PackageSources } from '../package-sources.ts';

/** The README of a connector. */
export function readme(
  { packageName, vendor, id }: ConnectorNames,
  { entities, notes }: ConnectorDraft,
  { isPublished }: PackageSources,
): string {
  const tarball = `${packageName.replace(/^@/, '').replace('/', '-')}-0.1.0.tgz`;
  const list = (title: string, lines: readonly string[]) =>
    lines.length === 0 ? '' : `\n## ${title}\n\n${lines.map((line) => `- ${line}`).join('\n')}\n`;
  const guesses = list('To check', notes.toCheck) + list('Left out', notes.leftOut);
  const unpublished = isPublished
    ? ''
    : `
The packages of Connectory are not on the npm registry yet. \`connectory/\` has them as tarballs, which package.json refers to, and the build puts the SDK into this
package: its tarball only needs zod. Once they are published, delete \`connectory/\`, set versions in package.json, and move
\`@connectory/connector-sdk\` to the peer dependencies.
`;
  return `# ${packageName}

A [Connectory](https://www.npmjs.com/org/connectory) connector for ${vendor}: ${entities.map(({ name }) => `\`${name}\``).join(', ')}.

\`\`\`sh
npm install
npm test        # types, and the conformance suite against a simulated ${vendor}
npm pack        # builds, and creates ${tarball}
\`\`\`

Install it into the data directory of a gateway (\`.connectory-demo\` for \`npm start\`, \`.connectory\` for \`npm run serve\`, unless \`CONNECTORY_DATA_DIR\` is
set), and name it when the gateway starts:

\`\`\`sh
npm install --prefix <data directory>/connectors ./${tarball}
CONNECTORY_TRUSTED_CONNECTORS=${packageName} npm start
\`\`\`

The demo then has a connection named \`${id}\` with a simulated vendor. Your own code is trusted here; \`CONNECTORY_CONNECTORS\` runs it contained, as gateways of others should.

| to change                                | look in                     |
| ---------------------------------------- | --------------------------- |
| base URL, authentication, paging, errors | \`src/adapter.ts\`            |
| entities, their actions and search       | \`src/entities/<entity>.ts\`  |
| which fields hold personal data          | \`src/personal.ts\`           |
| the list of entities, the check          | \`src/index.ts\`              |
| values the test suite cannot guess       | \`test/conformance.test.ts\`  |
${guesses}${unpublished}`;
}
