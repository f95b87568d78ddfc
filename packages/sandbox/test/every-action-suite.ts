import { type Connector, valueAt } from '@connectory/connector-sdk';
import { directActions, failureConditions, resultKind } from '@connectory/connector-sdk/engine';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type ConnectorSandbox, type RunningSandbox, startSandbox } from '../src/index.ts';
import { RecordWorld } from '../src/record-world.ts';
import { simulatedVendor } from '../src/simulated-vendor.ts';
import { actionOf, sendAction } from './send-action.ts';

/** Holds every action, list and made-up record of connectors against what they declare, in a sandbox of their own. */
export function everyActionSuite(connectors: readonly Connector[], sandboxes: readonly ConnectorSandbox[]): void {
  const actions = connectors.flatMap((connector) =>
    connector.entities.flatMap((entity) =>
      directActions
        // The conformance suite of a connector sends a file with each upload.
        .filter((name) => entity.actions[name] !== undefined && name !== 'upload')
        .map((name) => [connector, entity.name, name] as const),
    ),
  );
  // Deletes come last, because what they remove may be what another action is about.
  const ordered = actions.toSorted((one, other) => Number(one[2] === 'delete') - Number(other[2] === 'delete'));

  let running: RunningSandbox;
  beforeAll(async () => {
    running = await startSandbox({ connectors, sandboxes });
  });
  afterAll(() => running.stop());

  describe('every action of every connector, sent as it says, is answered in its declared shape', () => {
    it.each(ordered.map(([connector, entity, name]) => [connector.id, entity, name, connector] as const))(
      '%s %s %s',
      async (_id, entityName, name, connector) => {
        const { entity, action } = actionOf(connector, entityName, name);
        const params = running.sandbox.example(connector.id, entityName, name);
        const response = await sendAction(running, connector, entityName, name, params);
        const { idHeader } = action;
        expect(response.status, response.text).toBe(idHeader === undefined ? 200 : 201);
        if (idHeader !== undefined) return expect(response.headers.get(idHeader)).toMatch(/./);
        if (name === 'download') {
          const url = action.fileAt === undefined ? undefined : valueAt(response.body, action.fileAt);
          if (url === undefined) return expect(response.text.length).toBeGreaterThan(0);
          expect(url.startsWith(running.sandbox.baseUrl(running.origin, connector.id))).toBe(true);
          const file = await fetch(url);
          expect(file.status).toBe(200);
          return expect((await file.bytes()).length).toBe(Number(file.headers.get('content-length')));
        }
        expect(isFailure(connector, response.body), response.text).toBe(false);
        if (action.requiredAt !== undefined) expect(valueAt(response.body, action.requiredAt)).not.toBeNull();
        const kept = response.rows.filter((row) => action.keep?.(row) !== false);
        expect(kept.length, 'no record was answered').toBeGreaterThan(0);
        for (const row of kept) {
          const record = action.toRecord === undefined ? row : action.toRecord(row, action.params.parse(params));
          const { error } = (action.result ?? entity.record).safeParse(record);
          expect(error, JSON.stringify(record)).toBeUndefined();
        }
        for (const [field, { type, read }] of Object.entries(resultKind(name) === 'records' ? action.meta : {})) {
          expect(type.safeParse(read(response.page)).error, `pagination field ${field}`).toBeUndefined();
        }
      },
    );
  });

  const lists = actions.filter(([connector, entity, name]) => {
    const { entity: declared, action } = actionOf(connector, entity, name);
    const size = action.paging?.size;
    const takesSize = size !== undefined && Object.hasOwn(action.params.shape, size);
    return resultKind(name) === 'records' && takesSize && declared.key !== null;
  });
  it.each(lists.map(([connector, entity, name]) => [connector.id, entity, name, connector] as const))(
    '%s %s %s leads to its end, with each record once',
    async (_id, entityName, name, connector) => {
      const { entity, action } = actionOf(connector, entityName, name);
      const example = running.sandbox.example(connector.id, entityName, name);
      const size = { [action.paging?.size ?? '']: 4 };
      const keys: string[] = [];
      let params: Readonly<Record<string, unknown>> | null = { ...example, ...size };
      for (let calls = 0; params !== null; calls++) {
        expect(calls, 'the list does not end').toBeLessThan(50);
        const response = await sendAction(running, connector, entityName, name, params);
        expect(response.status, response.text).toBe(200);
        expect(response.rows.length).toBeLessThanOrEqual(4);
        keys.push(
          ...response.rows.map((row) =>
            [entity.key]
              .flat()
              .map((path) => String(valueAt(row, path ?? '')))
              .join(),
          ),
        );
        params = response.next === null ? null : { ...params, ...response.next };
      }
      expect(keys.length).toBeGreaterThan(0);
      expect(new Set(keys).size).toBe(keys.length);
    },
  );

  describe.each(connectors.map((connector) => [connector.id, connector] as const))(
    'records of %s',
    (_id, connector) => {
      it('parse with their schema and are the same for the same seed', () => {
        fc.assert(
          fc.property(fc.integer({ min: 0 }), fc.integer({ min: 1, max: 30 }), (seed, count) => {
            const vendor = simulatedVendor(
              connector,
              sandboxes.find((one) => one.connector === connector),
            );
            const [world, again] = [new RecordWorld(vendor, seed, count), new RecordWorld(vendor, seed, count)];
            // The second world is generated backwards: a record must not depend on the ones before it.
            const backwards = connector.entities
              .toReversed()
              .map(({ name }) => [name, again.collectionOf(name).records()] as const);
            for (const [name, records] of backwards.reverse()) {
              const { entity } = world.collectionOf(name);
              const made = world.collectionOf(name).records();
              expect(JSON.stringify(made)).toBe(JSON.stringify(records));
              for (const record of made)
                expect(entity.record.safeParse(record).error, JSON.stringify(record)).toBeUndefined();
            }
          }),
          { numRuns: 6 },
        );
      });
    },
  );
}

const isFailure = ({ upstream }: Connector, body: unknown) =>
  failureConditions(upstream.failure).some(({ path, is }) => {
    const found = valueAt(body, path);
    return is === 'present' ? found !== undefined && found !== null && found.length !== 0 : found === is;
  });
