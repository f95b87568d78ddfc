import type { Audit } from '@connectory/control-plane';
import type { Logger } from 'pino';
import { droppedLines } from './logger.ts';
import type { Meter } from './metrics.ts';

/** Meters of lost audit entries, and of failed attempts to store entries. */
export function auditMeters(audit: Audit): readonly Meter[] {
  return [
    {
      name: 'connectory_audit_entries_lost_total',
      help: 'Audit entries dropped because the database was unavailable for too long',
      read: () => audit.lost,
    },
    {
      name: 'connectory_audit_failures_total',
      help: 'How often storing audit entries failed and was retried',
      read: () => audit.failures,
    },
  ];
}

/** Meters of log lines that could not be written. */
export function logMeters(logger: Logger): readonly Meter[] {
  return [
    {
      name: 'connectory_log_lines_dropped_total',
      help: 'Log lines that could not be written',
      read: () => droppedLines(logger),
    },
  ];
}
