import { execFile, spawnSync } from 'node:child_process';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { builtInConnectors } from '@connectory/gateway/built-in-connectors';
import { builtInSandboxes } from '@connectory/gateway/built-in-sandboxes';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type ExampleGateway, startExampleGateway } from '../../src/demo-examples/index.ts';
import { repository } from '../../src/repository.ts';
import { pythonSetup, shellSetup } from '../../src/snippets.ts';
import { shell } from '../console-blocks.ts';
import { isDelete, type PrintedExamples, printedExamples } from '../printed-examples.ts';

const curl = spawnSync('curl', ['--version']).status === 0;
if (!curl) console.warn('curl is not installed: the curl examples are not run');
const requests = spawnSync('python3', ['-c', 'import requests']).status === 0;
if (!requests) console.warn('python3 with requests is not installed: the examples in Python are not run');

interface Ended {
  readonly code: number;
  readonly out: string;
  readonly error: string;
}

// As the tests of the command line run it: starting each example in a process of its own would take minutes.
const { runInTest } = (await import(join(repository, 'apps/cli/test/test-terminal.ts'))) as {
  readonly runInTest: (words: readonly string[], surroundings: { readonly environment: object }) => Promise<Ended>;
};

describe.each(builtInConnectors.map((connector) => [connector.id, connector] as const))('%s', (id, connector) => {
  let printed: PrintedExamples;
  let gateway: ExampleGateway;
  let folder: string;
  let environment: Readonly<Record<string, string>>;

  beforeAll(async () => {
    printed = await printedExamples(connector);
    gateway = await startExampleGateway([connector], { sandboxes: builtInSandboxes });
    const { url, token, connections } = gateway;
    environment = { CONNECTORY_URL: url, CONNECTORY_TOKEN: token };
    // As the demo writes it.
    folder = await mkdtemp(join(tmpdir(), 'connectory-examples-'));
    await mkdir(join(folder, '.connectory-demo'));
    await writeFile(join(folder, 'file'), 'What is uploaded');
    const connection = [`${id.replaceAll('-', '_').toUpperCase()}_CONNECTION`, connections.get(id) ?? ''];
    const lines = [...Object.entries(environment), connection].map(([name, value]) => `export ${name}=${value}\n`);
    await writeFile(join(folder, '.connectory-demo/env'), lines.join(''));
  });

  afterAll(async () => {
    await gateway?.stop();
    await rm(folder, { recursive: true });
  });

  // The curl examples, which come last, delete; what is deleted in other languages is only asked for.
  it('the examples of the command line work', async () => {
    expect(printed.cli.length).toBeGreaterThan(0);
    // A shell says what the words of each command are.
    const split = `connectory() { printf '%s\\0' "$@"; echo; }`;
    const commands = (await shell([split, ...printed.cli].join('\n'), folder)).split('\0\n');
    const refused: string[] = [];
    for (const [index, example] of printed.cli.entries()) {
      const words = (commands[index] ?? '')
        .split('\0')
        .map((word, position, all) =>
          /^--(?:output|file)$/.test(all[position - 1] ?? '') ? join(folder, word) : word,
        );
      const { code, out, error } = await runInTest([...words, ...(isDelete(example) ? ['--dry-run'] : [])], {
        environment,
      });
      const works = code === 0 && (words.includes('--output') || out.startsWith('{"data":'));
      if (!works) refused.push(`${example}\n${out}${error}`);
    }
    expect(refused.join('\n\n')).toBe('');
  });

  it.skipIf(!requests)('the examples in Python work', async () => {
    const examples = printed.python.map((example) =>
      isDelete(example) ? example.replace('json={', 'json={"dry_run": True, ') : example,
    );
    expect(examples.length).toBeGreaterThan(0);
    const CONNECTION = gateway.connections.get(id) ?? '';
    await promisify(execFile)('python3', ['-c', [pythonSetup, ...examples].join('\n')], {
      cwd: folder,
      env: { PATH: process.env.PATH, ...environment, CONNECTION },
    });
  });

  it.skipIf(!curl)('the curl examples work', async () => {
    const mark = '-- the next example --';
    // A record below another is deleted before it.
    const [others, deletions] = [false, true].map((wanted) => printed.curl.filter((one) => isDelete(one) === wanted));
    const examples = [...(others ?? []), ...(deletions ?? []).reverse()];
    const script = [shellSetup(id), ...examples.flatMap((example) => [example, `echo '${mark}'`])];
    const responses = (await shell(script.join('\n'), folder)).split(`${mark}\n`);
    const refused = examples.flatMap((example, index) => {
      const response = responses[index] ?? '';
      const works = example.includes(' -o file') ? response === '' : response.startsWith('{"data":');
      return works ? [] : [`${example}\n${response}`];
    });
    expect(refused.join('\n\n')).toBe('');
    const actions = connector.entities.flatMap((entity) => Object.keys(entity.actions));
    expect(printed.curl.length).toBeGreaterThanOrEqual(actions.length);
  });
});
