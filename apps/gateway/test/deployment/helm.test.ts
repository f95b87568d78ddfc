import { readFileSync } from 'node:fs';
import { Ajv } from 'ajv';
import { describe, expect, it } from 'vitest';
import { parse, parseAllDocuments } from 'yaml';
import { configurationVariables } from '../../src/start/configuration-variables.ts';
import { needing, readDeployment, runInDeployment, variablesIn } from './deployment-files.ts';

interface Resource {
  readonly kind: string;
  readonly metadata: { readonly name: string };
  readonly spec?: Readonly<Record<string, unknown>>;
}

const settings = ['secret.secretKey=key', 'secret.adminToken=0123456789abcdef'];
const onPostgres = ['secret.databaseUrl=postgres://db/connectory', 'persistence.enabled=false', 'replicas=3'];

function render(...values: readonly string[]): readonly Resource[] {
  const given = values.flatMap((value) => ['--set', value]);
  // A helm that was built without release flags takes the cluster for an ancient one.
  const text = runInDeployment('helm', ['template', 'demo', 'helm', '--kube-version', '1.33.0', ...given]);
  return parseAllDocuments(text)
    .map((document) => document.toJS() as Resource | null)
    .filter((resource) => resource !== null);
}

const find = (resources: readonly Resource[], kind: string) => resources.find((resource) => resource.kind === kind);

it('describes every value and accepts its own', () => {
  const schema = JSON.parse(readDeployment('helm/values.schema.json')) as { readonly properties: object };
  const values = parse(readDeployment('helm/values.yaml')) as object;
  const validate = new Ajv({ allowUnionTypes: true }).compile(schema);
  expect(validate(values), JSON.stringify(validate.errors)).toBe(true);
  expect(validate({ ...values, replica: 2 })).toBe(false);
  expect(Object.keys(schema.properties).filter((name) => name !== 'global')).toEqual(Object.keys(values));
});

it('sets settings that there are', () => {
  const known = configurationVariables.map(({ name }) => name);
  expect(known).toEqual(expect.arrayContaining([...variablesIn(readDeployment('helm/templates/deployment.yaml'))]));
});

const { title, missing } = needing('the rendered chart', 'helm');

describe.skipIf(missing)(title, () => {
  it('has no error that helm finds', () => {
    const given = settings.flatMap((value) => ['--set', value]);
    expect(runInDeployment('helm', ['lint', '--strict', 'helm', ...given])).toContain('0 chart(s) failed');
  });

  it('runs one pod with a volume as an unprivileged user on a root that can only be read', () => {
    const resources = render(...settings);
    expect(resources.map(({ kind }) => kind).sort()).toEqual([
      'Deployment',
      'PersistentVolumeClaim',
      'Secret',
      'Service',
    ]);
    expect(find(resources, 'Deployment')?.spec).toMatchObject({
      replicas: 1,
      strategy: { type: 'Recreate' },
      template: {
        spec: {
          automountServiceAccountToken: false,
          securityContext: { runAsNonRoot: true, runAsUser: 65_532 },
          containers: [
            {
              securityContext: { readOnlyRootFilesystem: true, allowPrivilegeEscalation: false },
              readinessProbe: { httpGet: { path: '/readyz' } },
              livenessProbe: { httpGet: { path: '/healthz' } },
            },
          ],
        },
      },
    });
  });

  it('runs several pods on PostgreSQL, rolled over and kept available', () => {
    const resources = render(...settings, ...onPostgres);
    const deployment = JSON.stringify(find(resources, 'Deployment'));
    expect(deployment).toContain('CONNECTORY_DATABASE_URL_FILE');
    expect(deployment).toContain('RollingUpdate');
    expect(find(resources, 'PodDisruptionBudget')?.spec).toMatchObject({ minAvailable: 1 });
    expect(find(resources, 'PersistentVolumeClaim')).toBeUndefined();
  });

  it('refuses what would lose data, and what is not a value', () => {
    expect(() => render(...settings, 'replicas=2')).toThrow('More than one replica needs PostgreSQL');
    expect(() => render(...settings, 'persistence.enabled=false')).toThrow('the volume holds the database');
    expect(() => render()).toThrow('Set secret.secretKey');
    expect(() => render(...settings, 'replica=2')).toThrow('replica');
  });

  it('lets the Prometheus Operator read the metrics with their token, as the job that the alerts expect', () => {
    const monitored = [...settings, 'serviceMonitor.enabled=true'];
    expect(() => render(...monitored)).toThrow('needs a metrics token');
    const monitor = find(
      render(...monitored, 'secret.metricsToken=token', 'serviceMonitor.labels.release=p'),
      'ServiceMonitor',
    );
    expect(monitor).toMatchObject({
      metadata: { labels: { release: 'p' } },
      spec: {
        endpoints: [
          {
            port: 'http',
            path: '/metrics',
            authorization: { credentials: { name: 'demo-connectory', key: 'metrics-token' } },
            relabelings: [{ targetLabel: 'job', replacement: 'connectory' }],
          },
        ],
      },
    });
  });

  it('lets only the named peers connect, and restricts what the gateway connects to only if told so', () => {
    const restricted = [...settings, 'networkPolicy.enabled=true'];
    expect(() => render(...restricted)).toThrow('networkPolicy');
    const peer = 'networkPolicy.from[0].namespaceSelector.matchLabels.name=ingress';
    expect(find(render(...restricted, peer), 'NetworkPolicy')?.spec).toMatchObject({
      policyTypes: ['Ingress'],
      ingress: [{ from: [{ namespaceSelector: { matchLabels: { name: 'ingress' } } }], ports: [{ port: 'http' }] }],
    });
    const rule = 'networkPolicy.egress[0].ports[0].port=443';
    expect(find(render(...restricted, peer, rule), 'NetworkPolicy')?.spec).toMatchObject({
      policyTypes: ['Ingress', 'Egress'],
      egress: [{ ports: [{ port: 443 }] }],
    });
  });

  it('scales the pods by their use of the processor, on PostgreSQL only', () => {
    const scaled = [...settings, 'autoscaling.enabled=true'];
    expect(() => render(...scaled)).toThrow('More than one replica needs PostgreSQL');
    const resources = render(...scaled, 'secret.databaseUrl=postgres://db/connectory', 'persistence.enabled=false');
    expect(find(resources, 'Deployment')?.spec).not.toHaveProperty('replicas');
    expect(find(resources, 'PodDisruptionBudget')).toBeDefined();
    expect(find(resources, 'HorizontalPodAutoscaler')?.spec).toMatchObject({
      scaleTargetRef: { kind: 'Deployment', name: 'demo-connectory' },
      minReplicas: 2,
      maxReplicas: 6,
    });
  });

  it('lets every public operation in from outside, and metrics and readiness not', () => {
    const resources = render(...settings, 'ingress.enabled=true', 'ingress.host=gateway.example.com');
    const text = JSON.stringify(find(resources, 'Ingress')?.spec);
    const open = Array.from(text.matchAll(/"path":"([^"]+)","pathType":"Prefix"/g), ([, path = '']) => path);
    expect(text).toContain('"path":"/","pathType":"Exact"');
    expect(open).toEqual(expect.arrayContaining(['/console', '/docs', '/reference']));
    const document = JSON.parse(readFileSync(new URL('../../../../spec/openapi.json', import.meta.url), 'utf8')) as {
      readonly paths: object;
    };
    const closed = Object.keys(document.paths).filter((path) => !open.some((prefix) => path.startsWith(prefix)));
    expect(closed.sort()).toEqual(['/healthz', '/metrics', '/readyz']);
  });
});
