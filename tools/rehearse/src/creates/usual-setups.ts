import type { CreatesPlan } from './rehearse-creates.ts';

/** One process on SQLite, and two on one PostgreSQL. */
export const usualSetups: CreatesPlan['setups'] = [
  { database: 'sqlite', processes: 1 },
  { database: 'postgres', processes: 2 },
];
