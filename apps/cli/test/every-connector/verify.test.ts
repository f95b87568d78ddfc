import { readFile } from 'node:fs/promises';
import { builtInConnectors } from '@connectory/gateway/built-in-connectors';
import { type DemoProcess, startDemo } from '@connectory/test-support/gateway-process';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { ActionReport, VerifyReport } from '../../src/verify/report.ts';
import { runInTest } from '../test-terminal.ts';

let demo: DemoProcess;

beforeAll(async () => {
  demo = await startDemo({ CONNECTORY_MODE: 'direct' });
});

afterAll(() => demo?.stop());

it('the simulated vendors return what their connectors declare', async () => {
  const reports = await Promise.all(
    [...demo.connections.keys()].map(async (name) => {
      const environment = { CONNECTORY_URL: demo.url, CONNECTORY_TOKEN: demo.token };
      const { code, out, error } = await runInTest(['verify', name, '--max-calls', '500'], { environment });
      expect({ code, error }, out).toEqual({ code: 0, error: '' });
      return JSON.parse(out) as VerifyReport;
    }),
  );
  expect(reports).toHaveLength(20);
  const actions = reports.flatMap(({ connector, actions: own }) =>
    own.map((action): ActionReport => ({ ...action, entity: `${connector} ${action.entity}` })),
  );
  const named = (outcome: ActionReport['outcome']) =>
    actions.filter((action) => action.outcome === outcome).map(({ entity, action }) => `${entity} ${action}`);
  const reads = builtInConnectors
    .flatMap(({ entities }) => entities.flatMap((entity) => Object.keys(entity.actions)))
    .filter((action) => /^(?:list|get|api_search|download)$/.test(action));
  expect(actions).toHaveLength(reads.length);
  // An organization gives no name of a user, and no list has the IDs of attachments and files.
  expect(named('not_tried')).toEqual([
    'confluence content_labels list',
    'github repositories list',
    'github organizations list',
    'greenhouse application_attachment download',
    'greenhouse candidate_attachment download',
    'hubspot files get',
    'shopify order_refunds get',
  ]);
  expect(named('unclear')).toEqual(['github users get', 'zendesk attachments get', 'zendesk attachments download']);
  expect(actions.filter(({ second_page: page }) => page === 'read').length).toBeGreaterThan(180);
});

it('prints what the guide shows', async () => {
  const guide = await readFile(new URL('../../../docs/guide/credentials.md', import.meta.url), 'utf8');
  const shown =
    /^```sh \(run by apps\/cli\/test\/every-connector\/verify\.test\.ts\)\nconnectory (.*)\n```\n\n```text\n([\s\S]*?)^```$/m;
  const [, command = '', printed] = shown.exec(guide) ?? [];
  const environment = { CONNECTORY_URL: demo.url, CONNECTORY_TOKEN: demo.token };
  const { code, out } = await runInTest(command.split(' '), { environment, isInteractive: true });
  expect(code).toBe(0);
  expect(out).toBe(printed);
});
