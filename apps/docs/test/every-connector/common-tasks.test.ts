import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describeConnector } from '@connectory/connector-sdk/engine';
import { builtInConnectors } from '@connectory/gateway/built-in-connectors';
import { expect, it } from 'vitest';
import { commonTasks } from '../../src/connector-pages.ts';
import { repository } from '../../src/repository.ts';
import { guideSteps } from '../console-blocks.ts';

/** What a task's command asks for. */
interface Call {
  readonly entity: string;
  readonly action: string;
  readonly dry_run?: boolean;
}

// That the demo prints just this is what examples.test.ts holds.
it.each(builtInConnectors.map((connector) => [connector.id, connector] as const))(
  'the README of %s shows three common tasks: a search, a live read, and a write where there is one',
  async (id, connector) => {
    const tasks = commonTasks(await readFile(join(repository, 'connectors', id, 'README.md'), 'utf8'));
    expect(tasks.map(({ title }) => title)).toHaveLength(3);
    const steps = tasks.map(({ text }) => guideSteps(text));
    for (const [index, { title }] of tasks.entries()) {
      expect(steps[index]?.length, `${title}: its commands`).toBeGreaterThan(0);
      for (const { output } of steps[index] ?? []) {
        expect(output, title).toMatch(/^\{"data":(?!\[\]|\{\})/);
        expect(output.length, `${title}: a person reads it in seconds`).toBeLessThan(1000);
      }
    }

    const calls = steps.flat().map(({ command }) => callOf(command));
    const { entities } = describeConnector(connector);
    const effectOf = (call: Call) =>
      entities.find(({ name }) => name === call.entity)?.actions.find(({ action }) => action === call.action)?.effect;
    const direct = entities.flatMap(({ actions }) => actions);
    const writes = calls.filter((call) => call.action !== 'context_store_search' && effectOf(call) !== 'read');
    expect(calls.map(({ action }) => action)).toContain('context_store_search');
    expect(calls.some((call) => effectOf(call) === 'read' && call.action !== 'context_store_search')).toBe(true);
    expect(writes.length > 0, 'a task writes').toBe(direct.some(({ effect }) => effect !== 'read'));
    // The demo of the guides stays as it is, and so does the account of somebody who tries the command there.
    expect(writes.filter((call) => call.dry_run !== true)).toEqual([]);
  },
);

function callOf(command: string): Call {
  const [, body] = /^execute '(.*)'$/.exec(command) ?? [];
  if (body === undefined) throw new Error(`Not a call: ${command}`);
  return JSON.parse(body.replaceAll(`'\\''`, "'")) as Call;
}
