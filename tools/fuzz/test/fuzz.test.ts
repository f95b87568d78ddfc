import { describe, expect, it } from 'vitest';
import { renderReport } from '../src/report.ts';
import { runFuzz } from '../src/run-fuzz.ts';
import { findSchemathesis } from '../src/schemathesis.ts';

const requests = Number(process.env.CONNECTORY_FUZZ_REQUESTS ?? 450);
const found = findSchemathesis();
if ('missing' in found) console.warn(`skipped: ${found.missing}, so no made-up requests are sent`);

describe.skipIf('missing' in found)('a gateway', () => {
  it('answers made-up requests as its documents say', { timeout: 1_800_000 }, async () => {
    if ('missing' in found) return;
    const result = await runFuzz({ program: found.program, requests, seed: 1 });
    expect(result.faults, renderReport(result)).toEqual([]);
    expect(result.requests).toBeGreaterThanOrEqual(requests);
    const followed = [...result.followedLinks].filter(([, links]) => links > 0).map(([connector]) => connector);
    expect(followed.length, JSON.stringify([...result.followedLinks])).toBeGreaterThanOrEqual(2);
    // Requests that are all refused would show nothing.
    for (const status of ['200', '400', '401', '404'])
      expect(result.statuses.get(status) ?? 0, renderReport(result)).toBeGreaterThan(0);
  });
});
