import { execFile } from 'node:child_process';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { installCommand } from './installed-command.ts';
import { type RealShell, realShell, type ShellName } from './real-shell.ts';
import { type ServedGateway, startServedGateway } from './served-gateway.ts';
import { addConnection, createWorkspace } from './served-workspace.ts';
import { runInTest } from './test-terminal.ts';

let gateway: ServedGateway;
let environment: Record<string, string>;

beforeAll(async () => {
  gateway = await startServedGateway();
  const token = await createWorkspace(gateway, 'demo');
  await addConnection(gateway, 'demo', 'ledger');
  await addConnection(gateway, 'demo', 'ledger', { name: 'ledger of a: shop' });
  environment = {
    PATH: await installCommand(gateway.folder),
    HOME: gateway.folder,
    XDG_CONFIG_HOME: gateway.folder,
    CONNECTORY_URL: gateway.url,
    CONNECTORY_TOKEN: token,
    TERM: 'xterm',
  };
  const login = ['login', '--profile', 'work', '--url', gateway.url];
  expect((await runInTest(login, { environment, input: token })).code).toBe(0);
});

afterAll(() => gateway?.stop());

const candidates = async (...words: string[]) => {
  const { code, out, error } = await runInTest(['completion', 'candidates', '--', ...words], { environment });
  expect({ code, error }).toEqual({ code: 0, error: '' });
  return out.split('\n').flatMap((line) => (line === '' ? [] : [line.split('\t')[0]]));
};

describe('the words that can come next', () => {
  it.each([
    [
      ['run', ''],
      ['ledger', 'ledger of a: shop'],
    ],
    [['run', '--workspace', ''], ['demo']],
    [['run', '--profile', 'w'], ['work']],
    [['run', '--profile', 'work', 'ledger', 'cust'], ['customers']],
    [['run', 'ledger', 'cust'], ['customers']],
    [['run', 'ledger', 'customers', 'l'], ['list']],
    [
      ['run', 'ledger', 'customers', 'list', ''],
      ['--limit', '--starting-after', '--ending-before', '--created'],
    ],
    [['run', 'ledger', 'customers', 'list', '--limit', '1', '--st'], ['--starting-after']],
    [['run', 'ledger', 'customers', 'list', '--dry'], ['--dry-run']],
    [['run', 'ledger', 'customers', 'list', '--limit', ''], []],
    [['run', 'ledger of a: shop', 'refu'], ['refunds']],
    [
      ['sync', 'start', 'led'],
      ['ledger', 'ledger of a: shop'],
    ],
    [
      ['sync', 'start', 'ledger', '--entity', 'inv'],
      ['invoices', 'invoice_sends'],
    ],
    [
      ['changes', 'led'],
      ['ledger', 'ledger of a: shop'],
    ],
    [['changes', 'ledger', '--entity', 'pri'], ['prices']],
    [['connections', 'connect', '--connection', 'ledger '], ['ledger of a: shop']],
    [['connectors', 'describe', 'ledger', 'pri'], ['prices']],
    [['connections', 'add', 'led'], ['ledger']],
    [['tokens', 'revoke', ''], ['suite']],
    [['actions', '--effect', 'o'], ['outward']],
    [
      ['audit', '--kind', ''],
      ['execute', 'manage'],
    ],
    [
      ['sync', 'st'],
      ['start', 'status'],
    ],
  ])('after %j are %j', async (words, wanted) => {
    expect(await candidates(...words)).toEqual(wanted);
  });

  it('are those of the command alone without a token, and where no gateway responds', async () => {
    const { CONNECTORY_TOKEN: _none, ...anonymous } = environment;
    for (const surroundings of [anonymous, { ...environment, CONNECTORY_URL: 'http://127.0.0.1:1' }]) {
      const words = (typed: string[]) =>
        runInTest(['completion', 'candidates', '--', ...typed], { environment: surroundings });
      expect(await words(['run', ''])).toMatchObject({ code: 0, out: '', error: '' });
      expect((await words(['run', '--dr'])).out).toMatch(/^--dry-run\t/);
    }
  });
});

const names = ['bash', 'zsh', 'fish'] as const;
const shells = names.map((name) => [name, realShell(name)] as const);
for (const [, reason] of shells)
  if (typeof reason === 'string') console.warn(`Completion is not tried in a shell: ${reason}`);

describe.each(shells)('in %s', (name, shell) => {
  const place = typeof shell === 'string' ? it.skip : it;

  place.each([
    ['connectory sync sta', ['start', 'status']],
    ['connectory run led', ['ledger', 'ledger of a: shop']],
    ['connectory run ledger cust', ['customers']],
    ['connectory run ledger customers li', ['list']],
    ['connectory run ledger customers list --st', ['--starting-after']],
    ['connectory run ledger\\ of\\ a:\\ shop refu', ['refunds']],
    ['connectory sync start ledger --entity custo', ['customers']],
  ])('%j is completed with %j', async (line, wanted) => {
    const words = await completionsIn[name](shell as RealShell, line);
    expect(words.toSorted()).toEqual(wanted);
  });
});

const run = async ({ command, environment: own }: RealShell, ...words: string[]) => {
  // A shell that finds a socket as standard input takes itself for a remote one and reads the profile.
  const started = promisify(execFile)(command, words, {
    env: { ...environment, ...own },
    cwd: gateway.folder,
  });
  started.child.stdin?.end();
  return (await started).stdout.trimEnd().split('\n');
};

/** What a shell offers for a line. */
const completionsIn: Readonly<Record<ShellName, (shell: RealShell, line: string) => Promise<readonly string[]>>> = {
  // The words as readline would give them: split where no backslash is before the space.
  bash: async (shell, line) => {
    const words = line.match(/(?:\\.|[^ ])+/g) ?? [];
    const typed = words.map((word) => `'${word}'`).join(' ');
    const script = `source <(connectory completion bash); COMP_WORDS=(${typed}); COMP_CWORD=${words.length - 1}; _connectory; printf '%s\\n' "\${COMPREPLY[@]}"`;
    const printed = await run(shell, '--norc', '-c', script);
    return printed.map((word) => word.replaceAll('\\', ''));
  },
  // It completes at a prompt only: one zsh types into another, which prints what it could insert.
  zsh: async (shell, line) => {
    const inner = join(gateway.folder, 'inner.zsh');
    await writeFile(inner, shell.preamble + promptOfZsh);
    const script = `${shell.preamble}
      zmodload zsh/zpty; zpty inner ${quoted(shell.command)} -f -i; zpty -w inner 'source ${inner}'
      zpty -r inner text '*READY*'; zpty -w -n inner ${quoted(line)}$'\\t\\x18'; zpty -r inner text '*DONE*'
      print -r -- "$text"; zpty -d inner`;
    const printed = await run(shell, '-f', '-c', script);
    return Array.from(printed.join('\n').matchAll(/<<(.*?)>>/g), ([, word = '']) => word.replaceAll('\\', ''));
  },
  fish: async (shell, line) => {
    const script = `connectory completion fish | source; complete --do-complete ${quoted(line)}`;
    const printed = await run(shell, '--no-config', '-c', script);
    return printed.map((text) => (text.split('\t')[0] ?? '').replaceAll('\\', ''));
  },
};

// Every word that could be inserted is printed, and DONE once the completion before it has ended.
const promptOfZsh = `
PROMPT=; autoload -Uz compinit; compinit -u -D; source <(connectory completion zsh)
compadd() {
  if [[ \${@[1,(i)(-|--)]} == *-(O|A|D)\\ * ]]; then builtin compadd "$@"; return; fi
  typeset -a found; builtin compadd -A found "$@"; print -rl -- "<<"\${^found}">>"; builtin compadd "$@"
}
done-widget() { print DO''NE }; zle -N done-widget; bindkey '^X' done-widget
print REA''DY
`;

const quoted = (text: string) => `'${text.replaceAll("'", "'\\''")}'`;
