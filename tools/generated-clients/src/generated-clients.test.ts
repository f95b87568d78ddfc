import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type DemoGateway, startDemoGateway } from './demo-gateway.ts';
import { languages } from './languages.ts';
import { missingPart, proveLanguage } from './prove-language.ts';

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
    longest,
  );
});
