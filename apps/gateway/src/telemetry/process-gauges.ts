import manifest from '../../package.json' with { type: 'json' };
import type { Readiness } from '../service/readiness.ts';
import { readinessSchema } from '../service/schemas.ts';
import type { StateGauge } from './metrics.ts';

// A process that shuts down is not a problem to be told about.
const checks = readinessSchema.shape.reason.unwrap().options.filter((reason) => reason !== 'shutting_down');

/** The metrics of the process itself: whether it accepts requests, by what `/readyz` checks, and its version. */
export const processGauges = (readiness: Pick<Readiness, 'reason'>): readonly StateGauge[] => [
  {
    name: 'connectory_ready',
    help: 'Whether the process accepts requests: 0 for the first check of /readyz that fails, 1 for the others',
    labelNames: ['check'],
    read: async () => {
      const reason = await readiness.reason();
      return checks.map((check) => ({ labels: { check }, value: check === reason ? 0 : 1 }));
    },
  },
  {
    name: 'connectory_build_info',
    help: 'Version of the gateway and of Node.js; always 1',
    labelNames: ['version', 'node'],
    read: async () => [{ labels: { version: manifest.version, node: process.versions.node }, value: 1 }],
  },
];
