import { copyFileSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { builtInConnectors } from '@connectory/gateway/built-in-connectors';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { describedResults } from '../test/described-records.ts';
import { type DemoGateway, startDemoGateway } from './demo-gateway.ts';
import { languages } from './languages.ts';
import { missingPart, prepareFolder, proveLanguage } from './prove-language.ts';
import { runCommand } from './run-command.ts';

// The first run on a machine downloads and builds the generators.
const longest = 600_000;

let gateway: DemoGateway;

beforeAll(async () => {
  gateway = await startDemoGateway();
}, 150_000);

afterAll(() => gateway.stop());

describe('clients from spec/connectors', () => {
  it.for(languages.map((language) => [language.name, language] as const))(
    '%s: generated, compiled, and the scenario passes',
    { timeout: longest },
    async ([name, language], { skip }) => {
      const missing = await missingPart(language);
      if (missing !== undefined) {
        console.warn(`${name} is not proven here, because ${missing}.`);
        return skip();
      }
      const proof = await proveLanguage(language, gateway.environment, AbortSignal.timeout(longest - 10_000));
      console.log(`${name}: ${proof.seconds} s. ${proof.said}`);
      expect(proof, proof.said).toMatchObject({ generated: true, compiled: true, scenario: true });
    },
  );
});

describe('the Python client', () => {
  const vendor = new URL('../../../../shared/upstream/zendesk/', import.meta.url);
  const file = new URL('../../../spec/connectors/helpdesk.openapi.json', import.meta.url);

  it(
    'reads every record that the vendor of helpdesk describes, with nulls and values nobody listed',
    async () => {
      const connector = builtInConnectors.find(({ id }) => id === 'helpdesk');
      const [python] = languages;
      if (connector === undefined || python === undefined) throw new Error('There is no helpdesk or no Python.');
      const missing = await missingPart(python);
      const document = JSON.parse(readFileSync(file, 'utf8'));
      const descriptions = ['support-oas.yaml', 'helpcenter-oas.yaml'].map((name) => new URL(name, vendor));
      const results = describedResults(connector, document, descriptions);
      if (results === undefined || missing !== undefined) {
        console.warn(`The records of helpdesk are not read, because ${missing ?? `${vendor.pathname} is not there`}.`);
        return;
      }
      expect([...new Set(results.map(({ entity }) => entity))]).toEqual(connector.entities.map(({ name }) => name));
      const folder = prepareFolder(python);
      copyFileSync(file, join(folder, 'helpdesk.openapi.json'));
      writeFileSync(join(folder, 'results.json'), JSON.stringify(results));
      const [environment = '', install = ''] = python.generate;
      const generate =
        '.venv/bin/openapi-python-client generate --meta none --config generator.yml --path helpdesk.openapi.json --output-path helpdesk --overwrite';
      for (const line of [environment, install, generate]) await runCommand(line, { folder });
      const said = await runCommand('.venv/bin/python read-results.py helpdesk results.json', { folder });
      expect(said.trim()).toBe(`read ${results.length} bodies, 0 failures`);
    },
    longest,
  );
});
