import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { changed, released, shopManifest } from '../test/shop.ts';
import { readReleased, releasedText, writeReleased } from './released-files.ts';

let folder: string;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'released-'));
});

afterEach(() => rmSync(folder, { recursive: true }));

describe('writeReleased', () => {
  it('writes what can be read again', () => {
    const shop = released(shopManifest);
    expect(writeReleased(folder, [shop])).toEqual(['shop.json']);
    expect(readReleased(folder)).toEqual([shop]);
  });

  it('replaces the file of a connector only when its version rose', () => {
    writeReleased(folder, [released(shopManifest)]);
    const other = changed(shopManifest, 'entities.0.actions.1', undefined);
    expect(writeReleased(folder, [released(other)])).toEqual([]);
    expect(readReleased(folder)).toEqual([released(shopManifest)]);
    expect(writeReleased(folder, [released(other, '2.0.0')])).toEqual(['shop.json']);
    expect(readReleased(folder)).toEqual([released(other, '2.0.0')]);
  });

  it('writes lines of at most 120 characters, each part in one line where it fits', () => {
    writeReleased(folder, [released(shopManifest)]);
    const lines = readFileSync(join(folder, 'shop.json'), 'utf8').split('\n');
    expect(Math.max(...lines.map((line) => line.length))).toBeLessThanOrEqual(120);
    expect(lines).toContain('          "params": { "additionalProperties": false, "members": { "id": "string" } },');
  });
});

describe('releasedText', () => {
  it('is the same for the same manifest, and ends with a line', () => {
    const text = releasedText(released(shopManifest));
    expect(releasedText(released(structuredClone(shopManifest)))).toBe(text);
    expect(text.endsWith('}\n')).toBe(true);
  });
});

describe('readReleased', () => {
  it('makes the folder, and names a file that is not as it should be', () => {
    expect(readReleased(join(folder, 'new'))).toEqual([]);
    expect(readdirSync(folder)).toEqual(['new']);
    writeFileSync(join(folder, 'shop.json'), '{"connector":"shop"}');
    expect(() => readReleased(folder)).toThrow(/spec\/released\/shop\.json cannot be read\. .*version/s);
  });
});
