import { expect, it } from 'vitest';
import { parse } from 'yaml';
import { configurationVariables } from '../../src/start/configuration-variables.ts';
import { readDeployment } from './deployment-files.ts';

interface Service {
  readonly environment: Readonly<Record<string, string>>;
  readonly secrets: readonly string[];
  readonly read_only?: boolean;
  readonly volumes: readonly string[];
  readonly depends_on?: Readonly<Record<string, unknown>>;
}

interface Composition {
  readonly services: Readonly<Record<string, Service>>;
  readonly secrets: Readonly<Record<string, { readonly file: string }>>;
  readonly volumes: Readonly<Record<string, null>>;
}

const { services, secrets, volumes } = parse(readDeployment('compose.yaml')) as Composition;
const all = Object.values(services);

it('gives the gateway settings that there are', () => {
  const known = configurationVariables.map(({ name }) => name);
  expect(known).toEqual(expect.arrayContaining(Object.keys(services.gateway?.environment ?? {})));
});

it('hands secrets over as files, and declares each that is used', () => {
  expect([...new Set(all.flatMap((service) => service.secrets))].sort()).toEqual(Object.keys(secrets).sort());
  for (const { environment, secrets: own } of all) {
    for (const [name, value] of Object.entries(environment).filter(([, text]) => text.startsWith('/run/secrets/'))) {
      expect(name).toMatch(/_FILE$/);
      expect(own).toContain(value.replace('/run/secrets/', ''));
    }
  }
  expect(JSON.stringify(all)).not.toMatch(/postgres:\/\/|PASSWORD"/);
});

it('lets the gateway write to its volume only, and waits for the database', () => {
  expect(services.gateway).toMatchObject({
    read_only: true,
    cap_drop: ['ALL'],
    depends_on: { database: { condition: 'service_healthy' } },
  });
  const used = all.flatMap((service) => service.volumes.map((volume) => volume.split(':')[0]));
  expect(used.sort()).toEqual(Object.keys(volumes).sort());
});
