import { beforeAll, expect, it } from 'vitest';
import { commands, examplesOf, shownConnector } from '../help-text.ts';
import { runInTest } from '../test-terminal.ts';

type Request = Readonly<Record<string, unknown>>;

let requests: readonly Request[];

beforeAll(async () => {
  const examples = (await Promise.all(commands.map((command) => examplesOf(command)))).flat();
  requests = examples
    .flatMap((example) => /'(\{"(?:workspace|connector)".*?\})'/.exec(example)?.[1] ?? [])
    .map((text) => JSON.parse(text) as Request);
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
