import { execFile, spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { builtInConnectors } from '@connectory/gateway/built-in-connectors';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { repository } from '../../src/repository.ts';
import { shellSetup, typescriptSetup } from '../../src/snippets.ts';
import { codeBlocks, readBuiltPages } from '../built-pages.ts';
import { commandsOf, reprint, shell } from '../console-blocks.ts';
import { type DocumentedDemo, startDocumentedDemo } from '../documented-demo.ts';
import { runDocuments } from '../documents.ts';

const connectors = builtInConnectors.map(({ id }) => id);
const curl = spawnSync('curl', ['--version']).status === 0;
if (!curl) console.warn('curl is not installed: the commands of the documentation are not run');
const python = spawnSync('python3', ['--version']).status === 0;
if (!python) console.warn('python3 is not installed: the recipes in Python are not run');
const canRun = (document: string) => python || !/^```py /m.test(readFileSync(join(repository, document), 'utf8'));

let demo: DocumentedDemo | undefined;
// The guides start the demo on one port, and a gateway for the reader's own accounts on the other.
const here = (text: string) => text.replaceAll(/http:\/\/127\.0\.0\.1:80[89]0/g, demo?.url ?? '');
// As for a person who has installed it and has not logged in.
const installed = `export XDG_CONFIG_HOME="$PWD"; connectory() { '${process.execPath}' '${join(repository, 'apps/cli/src/main.ts')}' "$@"; }`;
// The folder of the demo is not a clone, whose scripts the README runs.
const clone = `npm() { command npm --prefix '${repository}' "$@"; }`;
const run = (script: string) => shell(`${installed}\n${clone}\n${here(script)}`, demo?.directory ?? '.');

beforeAll(async () => {
  demo = await startDocumentedDemo();
});
afterAll(() => demo?.stop());

// First of all, because others write: what the program finds is there in every demo.
it('the README of the client shows what its program prints', async () => {
  const folder = join(repository, 'packages/client');
  const readme = await readFile(join(folder, 'README.md'), 'utf8');
  const [, program = '', printed = ''] =
    /```ts \(run by apps\/docs\/test\/every-connector\/examples\.test\.ts\)\n(.+?)```.+?```\n(.+?)```/s.exec(readme) ??
    [];
  const { stdout } = await promisify(execFile)(
    process.execPath,
    ['--input-type=module-typescript', '--eval', here(program)],
    { cwd: folder, env: { PATH: process.env.PATH, CONNECTORY_TOKEN: demo?.token } },
  );
  expect(printed).not.toBe('');
  expect(stdout).toBe(printed);
});

// `vitest run apps/docs/test/every-connector/examples.test.ts -u` writes what the commands print into the guides and READMEs.
describe.skipIf(!curl)('a guide or a README', () => {
  it.each(runDocuments.filter(canRun))('%s shows what the demo prints', async (document) => {
    const file = join(repository, document);
    await expect(await reprint(await readFile(file, 'utf8'), run)).toMatchFileSnapshot(file);
  });

  it('has commands at all', async () => {
    const texts = await Promise.all(runDocuments.map((document) => readFile(join(repository, document), 'utf8')));
    expect(commandsOf(texts[0] ?? '').length).toBeGreaterThan(2);
    expect(texts.flatMap(commandsOf).length).toBeGreaterThan(20);
  });
});

/** The examples on all pages of a connector, without those that say what the others need. */
function examplesOf(connector: string): readonly string[] {
  const pages = [...readBuiltPages().values()].filter(({ address }) =>
    new RegExp(`^/docs/connectors/${connector}/.`).test(address),
  );
  return pages.flatMap((page) => codeBlocks(page, 'typescript').slice(1));
}

describe('the TypeScript examples', () => {
  const folder = join(repository, 'apps/docs/dist/examples');
  const compiler = fileURLToPath(new URL('bin/tsc', import.meta.resolve('typescript-7/package.json')));

  it('all compile, and one runs', async () => {
    await rm(folder, { recursive: true, force: true });
    await mkdir(folder, { recursive: true });
    for (const connector of connectors) {
      const blocks = examplesOf(connector).map((example) => `{\n${example}\n}`);
      await writeFile(join(folder, `${connector}.ts`), [typescriptSetup(connector), ...blocks, ''].join('\n'));
    }
    // What a former run found out about the examples of other connectors holds as long as nothing they import changes.
    const tsBuildInfoFile = join(repository, 'node_modules/.cache/examples.tsbuildinfo');
    const options = { noUnusedLocals: false, incremental: true, tsBuildInfoFile };
    const settings = { extends: '../../../../tsconfig.base.json', compilerOptions: options, include: ['*.ts'] };
    await writeFile(join(folder, 'tsconfig.json'), JSON.stringify(settings));
    await started(process.execPath, [compiler, '-p', folder]);

    const list = codeBlocks(pageOf('stripe', 'customers'), 'typescript')[1] ?? '';
    await writeFile(
      join(folder, 'one.ts'),
      [typescriptSetup('stripe'), list, 'console.log(data.length, meta);'].join('\n'),
    );
    const connection = await run(`${shellSetup('stripe')}\necho $CONNECTION`);
    const { stdout } = await promisify(execFile)(process.execPath, [join(folder, 'one.ts')], {
      env: { CONNECTORY_URL: demo?.url, CONNECTORY_TOKEN: demo?.token, CONNECTION: connection.trim() },
    });
    expect(stdout).toMatch(/^[1-9]\d* \{[\s\S]*next_params/);
  });
});

function pageOf(connector: string, entity: string) {
  const page = readBuiltPages().get(`/docs/connectors/${connector}/${entity}`);
  if (page === undefined) throw new Error(`There is no page of ${connector} ${entity}.`);
  return page;
}

/** Runs a program to its end; an exit code other than 0 is an `Error` with what it wrote. */
async function started(program: string, programArguments: readonly string[]): Promise<void> {
  await promisify(execFile)(program, programArguments).catch(
    ({ stdout, stderr }: { stdout: string; stderr: string }) => {
      throw new Error(stdout + stderr);
    },
  );
}
