#!/usr/bin/env node
import { writeFile } from 'node:fs/promises';
import { parseArgs } from 'node:util';
import { holds, renderVerdict, type Verdict } from './verdict.ts';

/**
 * `npm run rehearse kills|soak`: disturbs a gateway in a separate process, with simulated vendors; `install`: installs the packed packages
 * elsewhere and runs the demo; `sql`: runs hostile statements; `data-policies`: looks for data that policies hide; `exports`: opens an export with other programs. Exits with 1 if a line of the verdict does not hold.
 */
const { positionals, values } = parseArgs({
  allowPositionals: true,
  options: {
    minutes: { type: 'string', default: '60' },
    workspaces: { type: 'string', default: '3' },
    callers: { type: 'string', default: '16' },
    times: { type: 'string' },
    seed: { type: 'string', default: '1' },
    database: { type: 'string', default: 'sqlite' },
    report: { type: 'string' },
  },
});
const usage = `usage: npm run rehearse kills -- [--times 300]
       npm run rehearse soak -- [--minutes 60] [--workspaces 3] [--callers 16]
       npm run rehearse sql -- [--times 100000] [--seed 1]
       npm run rehearse data-policies -- [--times 100000] [--seed 1]
       npm run rehearse install
       npm run rehearse exports
kills and soak with [--seed 1] [--database sqlite|postgres|postgres://…], each with [--report file.json]`;

const isTerminal = process.stderr.isTTY === true;
const progress = (text: string) => {
  if (isTerminal) process.stderr.write(`\r\x1b[K${text}`);
};

async function rehearse(subject: string | undefined): Promise<Verdict> {
  const { database } = values;
  const seed = whole(values.seed, 0);
  if (!/^(sqlite|postgres|postgres(ql)?:\/\/.+)$/.test(database)) throw new RangeError(usage);
  switch (subject) {
    case 'kills': {
      const { rehearseKills } = await import('./kills/kills.ts');
      return rehearseKills({ times: whole(values.times ?? '300', 4), seed, database, maxStuck: 5_000 }, progress);
    }
    case 'soak': {
      const minutes = Number(values.minutes);
      if (!(minutes > 0)) throw new RangeError(usage);
      const [workspaces, callers] = [whole(values.workspaces, 1), whole(values.callers, 1)];
      const { soak } = await import('./soak/soak.ts');
      return soak({ minutes, seed, database, workspaces, callers }, progress);
    }
    case 'sql': {
      const { rehearseSql } = await import('./sql.ts');
      return rehearseSql({ times: whole(values.times ?? '100000', 1), seed }, progress);
    }
    case 'data-policies': {
      const { rehearseDataPolicies } = await import('./data-policies/data-policies.ts');
      return rehearseDataPolicies({ times: whole(values.times ?? '100000', 1), seed }, progress);
    }
    case 'install': {
      const { rehearseInstall } = await import('./install.ts');
      return rehearseInstall(progress);
    }
    case 'exports': {
      const { rehearseExports } = await import('./exports/exports.ts');
      return rehearseExports(progress);
    }
    default:
      throw new RangeError(usage);
  }
}

function whole(text: string, least: number): number {
  const number = Number(text);
  if (!Number.isSafeInteger(number) || number < least) throw new RangeError(usage);
  return number;
}

// An interrupted rehearsal leaves no gateway running, since gateways end with this process.
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(130));
const begun = new Date();
try {
  const verdict = await rehearse(positionals[0]);
  if (isTerminal) process.stderr.write('\r\x1b[K');
  process.stdout.write(`${renderVerdict(verdict)}\n`);
  if (values.report !== undefined) {
    const seconds = Math.round((Date.now() - begun.getTime()) / 1000);
    const report = { begun, seconds, holds: holds(verdict), ...verdict };
    await writeFile(values.report, `${JSON.stringify(report, null, 2)}\n`);
  }
  process.exitCode = holds(verdict) ? 0 : 1;
} catch (error) {
  if (!(error instanceof RangeError)) throw error;
  process.stderr.write(`${error.message}\n`);
  process.exitCode = 2;
}
