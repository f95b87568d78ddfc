import { Command, Option } from 'commander';
import { expect, it } from 'vitest';
import { completionPlace, knownCandidates } from './completion-place.ts';

const program = new Command('tool');
const sync = program.command('sync').description('synchronize');
sync
  .command('start')
  .description('start it')
  .argument('<connection>')
  .option('-w, --workspace <name>', 'which')
  .option('-e, --entity <names...>', 'only these')
  .option('--full', 'all of it');
sync
  .command('status')
  .description('show it')
  .addOption(new Option('--phase <phase>').choices(['idle', 'running']));
program.command('hidden', { hidden: true });

const candidates = (...words: string[]) => {
  const place = completionPlace(program, words);
  return knownCandidates(place).filter(([name]) => name.startsWith(place.begun));
};
const names = (...words: string[]) => candidates(...words).map(([name]) => name);

it('names commands and subcommands that begin as typed', () => {
  expect(names('')).toEqual(['sync', 'help']);
  expect(names('s')).toEqual(['sync']);
  expect(names('sync', 'sta')).toEqual(['start', 'status']);
  expect(candidates('sync', 'start')).toEqual([['start', 'start it']]);
});

it('names the options of the command', () => {
  expect(names('sync', 'start', 'stripe', '--f')).toEqual(['--full']);
  expect(names('sync', 'start', '-')).toEqual(['--workspace', '--entity', '--full', '--help']);
});

it('knows the values that an option is limited to', () => {
  expect(names('sync', 'status', '--phase', '')).toEqual(['idle', 'running']);
});

it('tells operands, options and their values apart', () => {
  expect(completionPlace(program, ['sync', 'start', '-w', 'demo', 'stripe', '--full', '--unknown', 'x'])).toMatchObject(
    {
      operands: ['stripe'],
      given: { workspace: 'demo' },
      typed: ['-w', 'demo', 'stripe', '--full', '--unknown'],
      begun: 'x',
    },
  );
  expect(completionPlace(program, ['sync', 'start', '--workspace=demo', '']).given).toEqual({ workspace: 'demo' });
});

it('knows no other values of options', () => {
  expect(names('sync', '--workspace', '')).not.toEqual([]);
  expect(names('sync', 'start', '--workspace', '')).toEqual([]);
  expect(names('sync', 'start', '--entity', 'customers', '')).toEqual([]);
  expect(names('sync', 'start', '--workspace', 'sync', '--e')).toEqual(['--entity']);
});
