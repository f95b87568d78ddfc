import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { readEvents } from './read-events.ts';
import { renderReport } from './report.ts';

let folder: string;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'events-'));
});

afterEach(() => rmSync(folder, { recursive: true }));

const base64 = (content: unknown) => ({ $base64: Buffer.from(JSON.stringify(content)).toString('base64') });

function answer(status: number, content: unknown, checks: readonly object[] = []) {
  const request = {
    method: 'POST',
    uri: 'http://127.0.0.1:1/things',
    headers: { Authorization: ['Bearer x'], 'User-Agent': ['schemathesis'] },
    body: base64("it's"),
  };
  return { request, response: { status_code: status, content: base64(content) }, checks };
}

async function read(...answers: ReturnType<typeof answer>[]) {
  const recorder = {
    label: 'POST /things',
    checks: Object.fromEntries(answers.map(({ checks }, index) => [index, checks])),
    interactions: Object.fromEntries(answers.map(({ request, response }, index) => [index, { request, response }])),
  };
  const lines = [{ Initialize: {} }, { ScenarioFinished: { recorder } }, { EngineFinished: {} }];
  const file = join(folder, 'events.ndjson');
  writeFileSync(file, lines.map((line) => `${JSON.stringify(line)}\n`).join(''));
  return readEvents(file);
}

describe('readEvents', () => {
  it('counts answers by status', async () => {
    const { statuses, faults } = await read(answer(200, {}), answer(200, {}), answer(422, {}));
    expect([...statuses]).toEqual([
      ['200', 2],
      ['422', 1],
    ]);
    expect(faults).toEqual([]);
  });

  it('finds failed checks, with a request that can be pasted', async () => {
    const failure = { title: 'Response violates schema', message: 'name is no string' };
    const checks = [
      { name: 'a', status: 'success' },
      { name: 'b', status: 'failure', failure_info: { failure } },
    ];
    expect((await read(answer(200, {}, checks))).faults).toEqual([
      {
        operation: 'POST /things',
        message: 'Response violates schema: name is no string',
        curl: `curl -i -X POST -H 'Authorization: Bearer x' --data-binary '"it'\\''s"' 'http://127.0.0.1:1/things'`,
      },
    ]);
  });

  it('counts links of the document that led to a success', async () => {
    const { request, response } = answer(200, {});
    const refused = answer(404, {}).response;
    const link = (is_inferred: boolean) => ({ transition: { is_inferred } });
    const recorder = {
      label: 'Stateful tests',
      cases: { first: {}, followed: link(false), inferred: link(true), refused: link(false) },
      interactions: {
        first: { request, response },
        followed: { request, response },
        inferred: { request, response },
        refused: { request, response: refused },
      },
    };
    const file = join(folder, 'events.ndjson');
    writeFileSync(file, JSON.stringify({ ScenarioFinished: { recorder } }));
    expect(await readEvents(file)).toMatchObject({ followedLinks: 1 });
  });

  it('counts what the documents explain apart', async () => {
    const message = 'Invalid component: in body - violates `type` at /properties/params (was object, became null)';
    const failure = { title: 'Schema-violating request accepted', message };
    const checks = [{ name: 'a', status: 'failure', failure_info: { failure } }];
    expect(await read(answer(200, {}, checks))).toMatchObject({ faults: [], explained: 1 });
  });

  it.each([
    [500, { origin: 'upstream', code: 'internal' }, 1],
    [502, { origin: 'gateway', code: 'upstream_unavailable' }, 1],
    [502, 'Bad gateway', 1],
    [502, { origin: 'upstream', code: 'upstream_unavailable' }, 0],
    [504, { origin: 'upstream', code: 'upstream_timeout' }, 0],
  ])('takes %i with %j as an honest failure of the upstream, or not', async (status, content, faults) => {
    expect((await read(answer(status, content))).faults).toHaveLength(faults);
  });

  it('finds requests without an answer, and errors of the run', async () => {
    const { request } = answer(200, {});
    const file = join(folder, 'events.ndjson');
    const recorder = { label: 'POST /things', interactions: { one: { request, response: null } } };
    const lines = [{ ScenarioFinished: { recorder } }, { NonFatalError: { value: 'it broke' } }];
    writeFileSync(file, lines.map((line) => JSON.stringify(line)).join('\n'));
    const { statuses, faults } = await readEvents(file);
    expect([...statuses]).toEqual([['none', 1]]);
    expect(faults.map(({ message }) => message)).toEqual(['There was no answer.', '{"value":"it broke"}']);
  });
});

describe('renderReport', () => {
  it('shows a fault once, however often it was found', async () => {
    const { statuses, faults } = await read(answer(500, 'x'), answer(500, 'x'), answer(200, {}));
    const shown = faults.map((fault) => ({ ...fault, pass: 'one' }));
    const text = renderReport({ requests: 3, statuses, faults: shown, followedLinks: new Map([['one', 2]]) });
    expect(text).toContain('200           1\n500           2\none: 2 links led on.\n');
    expect(text).toContain('POST /things  (2 times, first in: one)\nThe gateway answered 500: "x"\ncurl -i -X POST');
    expect(text).toContain('3 requests, 2 faults.');
  });
});
