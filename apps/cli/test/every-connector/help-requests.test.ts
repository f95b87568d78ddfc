import { beforeAll, expect, it } from 'vitest';
import { commands, examplesOf, shownConnector } from '../help-text.ts';
import { runInTest } from '../test-terminal.ts';

type Request = Readonly<Record<string, unknown>>;

let requests: readonly Request[];
let runs: readonly (readonly string[])[];

beforeAll(async () => {
  const examples = (await Promise.all(commands.map((command) => examplesOf(command)))).flat();
  requests = examples
    .flatMap((example) => /'(\{"(?:workspace|connector)".*?\})'/.exec(example)?.[1] ?? [])
    .map((text) => JSON.parse(text) as Request);
  runs = examples.flatMap((example) => {
    const [, words] = /^connectory run (.*)$/.exec(example) ?? [];
    // A search needs a copy, which a direct call does not have.
    return words === undefined || words.includes('context_store_search') ? [] : [words.split(' ')];
  });
});

it('the requests that --help shows are ones their connector takes', async () => {
  expect(requests.length).toBeGreaterThan(3);
  for (const request of requests) {
    const { code, error } = await runInTest(['execute', '--direct', JSON.stringify({ ...request, dry_run: true })], {
      environment: { CONNECTORY_CREDENTIALS: '{"api_key":"sk_1"}' },
    });
    expect({ code, error }, JSON.stringify(request)).toEqual({ code: 0, error: '' });
    expect(request.connector ?? request.name).toBe(shownConnector);
  }
});

it('so are the actions and parameters that it shows as words', async () => {
  expect(runs.length).toBeGreaterThan(2);
  for (const words of runs) {
    const once = words.filter((word) => word !== '--all');
    const { code, error } = await runInTest(['run', '--direct', '--dry-run', ...once], {
      environment: { CONNECTORY_CREDENTIALS: '{"api_key":"sk_1"}' },
    });
    expect({ code, error }, words.join(' ')).toEqual({ code: 0, error: '' });
    expect(words[0]).toBe(shownConnector);
  }
});
