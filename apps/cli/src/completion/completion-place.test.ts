import { Command } from 'commander';
import { expect, it } from 'vitest';
import { completionCandidates } from './completion-candidates.ts';

const program = new Command('tool');
const sync = program.command('sync').description('synchronise');
sync
  .command('start')
  .description('start it')
  .argument('<connection>')
  .option('-w, --workspace <name>', 'which')
  .option('-e, --entity <names...>', 'only these')
  .option('--full', 'all of it');
sync.command('status').description('show it');
program.command('hidden', { hidden: true });

const names = (...words: string[]) => completionCandidates(program, words).map(([name]) => name);

it('names commands and subcommands that begin as typed', () => {
  expect(names('')).toEqual(['sync', 'help']);
  expect(names('s')).toEqual(['sync']);
  expect(names('sync', 'sta')).toEqual(['start', 'status']);
  expect(completionCandidates(program, ['sync', 'start'])).toEqual([['start', 'start it']]);
});

it('names the options of the command', () => {
  expect(names('sync', 'start', 'payments', '--f')).toEqual(['--full']);
  expect(names('sync', 'start', '-')).toEqual(['--workspace', '--entity', '--full', '--help']);
});

it('knows no values of options', () => {
  expect(names('sync', '--workspace', '')).not.toEqual([]);
  expect(names('sync', 'start', '--workspace', '')).toEqual([]);
  expect(names('sync', 'start', '--entity', 'customers', '')).toEqual([]);
  expect(names('sync', 'start', '--workspace', 'sync', '--e')).toEqual(['--entity']);
});
