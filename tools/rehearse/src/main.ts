#!/usr/bin/env node
import { writeFile } from 'node:fs/promises';
import { parseArgs } from 'node:util';
import { usualSetups } from './creates/usual-setups.ts';
import { holds, renderVerdict, type Verdict } from './verdict.ts';

/**
 * `npm run rehearse soak` and `npm run rehearse kills|creates|hostile|clock`: disturbs a gateway in a separate process, with simulated vendors;
 * `install|image|release`: tests how it is delivered to a machine. Exits with 1 if a line of the verdict does not hold.
 */
const { positionals, values } = parseArgs({
  allowPositionals: true,
  options: {
    minutes: { type: 'string', default: '60' },
    workspaces: { type: 'string', default: '3' },
    callers: { type: 'string', default: '16' },
    times: { type: 'string' },
    requests: { type: 'string', default: '100000' },
    seed: { type: 'string', default: '1' },
    database: { type: 'string' },
    report: { type: 'string' },
    into: { type: 'string' },
    node: { type: 'string', default: '22.19,24' },
  },
});
const usage = `usage: npm run rehearse soak -- [--minutes 60] [--workspaces 3] [--callers 16]
       npm run rehearse kills -- [--times 300]
       npm run rehearse creates -- [--times 10000]
       npm run rehearse hostile -- [--requests 100000]
       npm run rehearse clock
       npm run rehearse install -- [--node 22.19,24]
       npm run rehearse image
       npm run rehearse release -- [--into folder]
each with [--seed 1] [--database sqlite|postgres|postgres://…] and [--report file.json]`;

const isTerminal = process.stderr.isTTY === true;
const progress = (text: string) => {
  if (isTerminal) process.stderr.write(`\r\x1b[K${text}`);
};

async function rehearse(subject: string | undefined): Promise<Verdict> {
  const seed = whole(values.seed, 0);
  const database = values.database ?? 'sqlite';
  if (!/^(sqlite|postgres|postgres(ql)?:\/\/.+)$/.test(database)) throw new RangeError(usage);
  switch (subject) {
    case 'soak': {
      const minutes = Number(values.minutes);
      if (!(minutes > 0)) throw new RangeError(usage);
      const [workspaces, callers] = [whole(values.workspaces, 1), whole(values.callers, 1)];
      const { soak } = await import('./soak/soak.ts');
      return soak({ minutes, seed, database, workspaces, callers }, progress);
    }
    case 'kills': {
      const times = whole(values.times ?? '300', 4);
      const { rehearseKills } = await import('./kills/rehearse-kills.ts');
      return rehearseKills({ times, seed, database, longestStuck: 5_000 }, progress);
    }
    case 'creates': {
      const times = whole(values.times ?? '10000', 2);
      const setups = usualSetups.filter((setup) => values.database === undefined || setup.database === database);
      const { rehearseCreates } = await import('./creates/rehearse-creates.ts');
      return rehearseCreates(
        { times, seed, setups: setups.length > 0 ? setups : [{ database, processes: 2 }] },
        progress,
      );
    }
    case 'hostile': {
      const { rehearseHostile } = await import('./hostile/rehearse-hostile.ts');
      return rehearseHostile({ requests: whole(values.requests, 10), seed }, progress);
    }
    case 'clock': {
      const { rehearseClock } = await import('./clock/rehearse-clock.ts');
      return rehearseClock({ seed, longestStuck: 65_000 }, progress);
    }
    case 'install': {
      const { rehearseInstall } = await import('./installed/rehearse-install.ts');
      return rehearseInstall({ nodes: values.node.split(','), build: true }, progress);
    }
    case 'image': {
      const { rehearseImage } = await import('./image/rehearse-image.ts');
      return rehearseImage({ build: true }, progress);
    }
    case 'release': {
      const { rehearseRelease } = await import('./release/rehearse-release.ts');
      return rehearseRelease({ into: values.into }, progress);
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
    await writeFile(
      values.report,
      `${JSON.stringify({ begun, seconds, holds: holds(verdict), ...verdict }, null, 2)}\n`,
    );
  }
  process.exitCode = holds(verdict) ? 0 : 1;
} catch (error) {
  if (!(error instanceof RangeError)) throw error;
  process.stderr.write(`${error.message}\n`);
  process.exitCode = 2;
}
