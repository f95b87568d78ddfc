import { mkdir, mkdtempDisposable, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { loadDescriptions, readUpstreamFacts } from './command-line.ts';

const facts = {
  reason: "The vendor's own",
  descriptions: [{ file: 'mill/api.json', query: 'closed' }],
  deviations: [],
};

/** What is read from a folder whose only connector says this. */
async function read(content: unknown) {
  await using folder = await mkdtempDisposable(join(tmpdir(), 'check-upstream-'));
  await mkdir(join(folder.path, 'mill'));
  if (content !== undefined) await writeFile(join(folder.path, 'mill/check-upstream.json'), JSON.stringify(content));
  return await readUpstreamFacts('mill', folder.path);
}

describe('the facts of a connector', () => {
  it('are read as they are', async () => {
    expect(await read(facts)).toEqual(facts);
    expect(await read({ reason: 'The vendor publishes none', descriptions: [] })).toEqual({
      reason: 'The vendor publishes none',
      descriptions: [],
      deviations: [],
    });
  });

  it.each([
    ['that are missing', undefined, 'or none and the reason'],
    ['without a reason', { ...facts, reason: ' ' }, 'write why query names'],
    ['without descriptions', { reason: 'x' }, 'descriptions'],
    ['that do not say whether names are closed', { ...facts, descriptions: [{ file: 'x' }] }, 'query'],
    ['with an unknown key', { ...facts, note: 'x' }, 'note'],
    ['with a deviation that is not explained', { ...facts, deviations: [{ entity: 'x' }] }, 'reason'],
  ])('%s are refused', async (_, content, message) => {
    await expect(read(content)).rejects.toThrow(message);
  });
});

it('names the description that is not there', async () => {
  await expect(loadDescriptions(await read(facts), tmpdir())).rejects.toThrow('mill/api.json');
});
