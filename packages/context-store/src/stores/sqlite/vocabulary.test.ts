import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { ConnectionFile } from './connection-file.ts';
import { sql } from './fragment.ts';
import { NearWords } from './vocabulary.ts';

const endless = { check: () => {} };
let directory: string;
let file: ConnectionFile;

beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), 'vocabulary-'));
  const path = join(directory, 'words.sqlite');
  writeFileSync(path, '');
  file = new ConnectionFile(path, 0, 'write');
  file.define('CREATE TABLE words (id INTEGER PRIMARY KEY, word TEXT NOT NULL)');
});

afterEach(() => {
  file.close();
  rmSync(directory, { recursive: true });
});

function add(...words: readonly string[]): void {
  for (const word of words) file.change(sql`INSERT INTO words (word) VALUES (${word})`);
}

it('finds words within the forgiven edits, also those added later', () => {
  const near = new NearWords();
  add('invoice', 'invoke', 'voice', 'customer', 'custom');
  near.refresh(file, 'words', 1, endless);
  expect(near.near('invoce')).toEqual(['invoke', 'invoice']);
  expect(near.near('costumer')).toEqual(['customer']);
  expect(near.near('inv')).toEqual([]);
  add('consumer', 'invoices');
  near.refresh(file, 'words', 2, endless);
  expect(near.near('costumer')).toEqual(['customer', 'consumer']);
  expect(near.near('invoce')).toEqual(['invoke', 'invoice']);
});

it('reads each version of a file once, and compares a word once until words are added', () => {
  const near = new NearWords();
  add('invoice', 'customer');
  const rows = vi.spyOn(file, 'rows');
  for (let time = 0; time < 3; time += 1) near.refresh(file, 'words', 1, endless);
  expect(rows).toHaveBeenCalledTimes(1);
  const found = near.near('invoce');
  near.refresh(file, 'words', 2, endless);
  expect(rows).toHaveBeenCalledTimes(2);
  expect(near.near('invoce')).toBe(found);
  add('invocate');
  near.refresh(file, 'words', 3, endless);
  expect(near.near('invoce')).not.toBe(found);
});

it('reads a version again if the time was up', () => {
  const near = new NearWords();
  add('invoice');
  const late = {
    check: () => {
      throw new Error('The time is up.');
    },
  };
  expect(() => near.refresh(file, 'words', 1, late)).toThrow('The time is up.');
  near.refresh(file, 'words', 1, endless);
  expect(near.near('invoce')).toEqual(['invoice']);
});
