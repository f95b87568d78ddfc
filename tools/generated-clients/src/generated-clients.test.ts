import { copyFileSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { builtInConnectors } from '@connectory/gateway/built-in-connectors';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { describedResults } from '../test/described-records.ts';
import { startRecordingServer } from '../test/recording-server.ts';
import { type DemoGateway, startDemoGateway } from './demo-gateway.ts';
import { type Generator, generators } from './generators.ts';
import { missingPart, type Proof, prepareFolder, proveGenerator } from './prove-generator.ts';
import { runCommand } from './run-command.ts';

// The first run on a machine downloads and builds the generators.
const longest = 600_000;

let gateway: DemoGateway;

beforeAll(async () => {
  gateway = await startDemoGateway();
});

afterAll(() => gateway.stop());

type ProofOrGap = Proof | { readonly missing: string };
const proofs = new Map<Generator['name'], Promise<ProofOrGap>>();

/** The proof of a generator, made once for all tests, or what this machine has not. */
function proofOf(generator: Generator): Promise<ProofOrGap> {
  const proof = proofs.get(generator.name) ?? makeProof(generator);
  proofs.set(generator.name, proof);
  return proof;
}

async function makeProof(generator: Generator): Promise<ProofOrGap> {
  const missing = await missingPart(generator);
  if (missing !== undefined) return { missing };
  return proveGenerator(generator, gateway.environment, AbortSignal.timeout(longest - 10_000));
}

describe('clients from spec/connectors', () => {
  it.for(Object.entries<Generator>(generators).filter(([, { slow }]) => slow !== true))(
    '%s: generated, compiled, and the scenario passes',
    { timeout: longest },
    async ([name, generator], { skip }) => {
      const proof = await proofOf(generator);
      if ('missing' in proof) {
        console.warn(`${name} is not proven here, because ${proof.missing}.`);
        return skip();
      }
      console.log(`${name}: ${proof.seconds} s. ${proof.said}`);
      expect(proof.passed, proof.said).toBe(true);
    },
  );
});

describe('the Java client, with the settings of a generator nobody has adjusted', () => {
  it('sends what was set and no empty list beside it', { timeout: longest }, async ({ skip }) => {
    const proof = await proofOf(generators.java);
    if ('missing' in proof) {
      console.warn(`The requests of Java are not read, because ${proof.missing}.`);
      return skip();
    }
    const search = { has_more: false, cursor: null, took_ms: 1, synced_at: null, next_params: null };
    await using server = await startRecordingServer({
      '/tickets/update': { data: { id: 7 }, meta: {} },
      '/tickets/context_store_search': { data: [], meta: search },
    });
    const connection = '7e2f1a34-95b8-4c06-8d3e-0f1b2c3d4e5f';
    await runCommand('mvn --batch-mode --quiet exec:java -Dexec.mainClass=ChangeOneField', {
      folder: prepareFolder(generators.java),
      environment: {
        ...generators.java.environment,
        CONNECTORY_URL: server.url,
        CONNECTORY_TOKEN: 'token',
        ZENDESK_CONNECTION: connection,
      },
    });
    const execute = `/api/v1/integrations/connectors/${connection}/execute/tickets`;
    expect(server.requests).toEqual([
      { path: `${execute}/update`, body: '{"params":{"ticket_id":7,"ticket":{"subject":"Printer on fire"}}}' },
      {
        path: `${execute}/context_store_search`,
        // The document gives the limit as the default.
        body: '{"params":{"query":{"filter":{"keyword":{"subject":"printer"}}},"limit":1000}}',
      },
    ]);
  });
});

describe('the Python client', () => {
  const vendor = new URL('../../../../shared/upstream/zendesk/', import.meta.url);
  const file = new URL('../../../spec/connectors/zendesk.openapi.json', import.meta.url);

  it(
    'reads every record that the vendor of zendesk describes, with nulls and values nobody listed',
    async () => {
      const connector = builtInConnectors.find(({ id }) => id === 'zendesk');
      if (connector === undefined) throw new Error('There is no zendesk.');
      const proof = await proofOf(generators.python);
      const document = JSON.parse(readFileSync(file, 'utf8'));
      const descriptions = ['support-oas.yaml', 'helpcenter-oas.yaml'].map((name) => new URL(name, vendor));
      const results = describedResults(connector, document, descriptions);
      if (results === undefined || 'missing' in proof) {
        const missing = 'missing' in proof ? proof.missing : `${vendor.pathname} is not there`;
        console.warn(`The records of zendesk are not read, because ${missing}.`);
        return;
      }
      expect([...new Set(results.map(({ entity }) => entity))]).toEqual(connector.entities.map(({ name }) => name));
      const folder = prepareFolder(generators.python);
      copyFileSync(file, join(folder, 'zendesk.openapi.json'));
      writeFileSync(join(folder, 'results.json'), JSON.stringify(results));
      const generate =
        '.venv/bin/openapi-python-client generate --meta none --config generator.yml --path zendesk.openapi.json --output-path zendesk --overwrite';
      await runCommand(generate, { folder });
      const said = await runCommand('.venv/bin/python read-results.py zendesk results.json', { folder });
      expect(said.trim()).toBe(`read ${results.length} bodies, 0 failures`);
    },
    longest,
  );
});
