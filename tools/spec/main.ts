import { posix } from 'node:path';
import { fileURLToPath } from 'node:url';
import { readChangesets } from '@changesets/read';
import { builtInConnectors } from '@connectory/gateway/built-in-connectors';
import { contractOf } from './contract.ts';
import { packageOf, specFiles, specFolder, staleSpecFiles, writeSpecFiles } from './documents.ts';
import { passPart } from './passes.ts';
import { readReleased, versionErrors, writeReleased } from './versions.ts';

const releasedFolder = new URL('released/', specFolder);
const present = builtInConnectors.map((connector) => ({
  id: connector.id,
  ...packageOf(connector.id),
  contract: contractOf(connector),
}));

/** Each prints what it did, and returns whether all is well. */
const commands: Readonly<Record<string, () => Promise<boolean>>> = {
  // Writes what is generated.
  async write() {
    writeSpecFiles(specFolder, specFiles());
    console.log('spec/ is written.');
    return true;
  },
  // Fails if something generated is out of date, or a changeset is missing.
  async check() {
    const stale = staleSpecFiles(specFolder, specFiles());
    for (const name of stale)
      console.error(`${posix.join('spec', name)} is out of date. Run "npm run spec:write" and commit the result.`);
    const changesets = await readChangesets(fileURLToPath(new URL('..', specFolder)));
    const errors = versionErrors(readReleased(releasedFolder), present, changesets);
    for (const error of errors) console.error(error);
    return stale.length === 0 && errors.length === 0;
  },
  // Prints how many requests the passes of a connector send, or of all of them.
  async passes() {
    const shown = builtInConnectors.filter(({ id }) => [undefined, id].includes(process.argv[3]));
    for (const connector of shown) console.log(`${connector.id}\n\n${passPart(connector)}`);
    return shown.length > 0;
  },
  // Part of a release, after the versions were raised.
  async release() {
    console.log(`Released: ${writeReleased(releasedFolder, present).join(', ') || 'none'}`);
    return true;
  },
};

const command = commands[process.argv[2] ?? 'write'];
if (command === undefined) throw new Error(`There is no such command. Use ${Object.keys(commands).join(', ')}.`);
process.exitCode = (await command()) ? 0 : 1;
