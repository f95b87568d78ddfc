/**
 * Why a database cannot be used: `away` (no connection, or no response in time), `locked` by another process for too long, `full` (no space
 * left), `failing` (disk errors), `read_only`, or `damaged` (corrupt content).
 */
export type UnavailableReason = 'away' | 'locked' | 'full' | 'failing' | 'read_only' | 'damaged';

/** Thrown by every statement that fails because of the state of the database, not because of the statement itself. */
export class DatabaseUnavailableError extends Error {
  readonly reason: UnavailableReason;
  /** The code of the driver or the system, such as `SQLITE_FULL`, `57P01` or `ECONNREFUSED`; null without one. */
  readonly code: string | null;

  constructor(reason: UnavailableReason, cause: unknown) {
    super(cause instanceof Error ? cause.message : String(cause), { cause });
    this.name = 'DatabaseUnavailableError';
    this.reason = reason;
    this.code = codeOf(cause);
  }
}

/** The error of a driver as a `DatabaseUnavailableError` where it is one, else as it is. */
export function explainedFailure(error: unknown): unknown {
  if (error instanceof DatabaseUnavailableError) return error;
  const reason = unavailableReason(error);
  return reason === null ? error : new DatabaseUnavailableError(reason, error);
}

/** Which state of the database an error of a driver shows; null when it shows none. */
export function unavailableReason(error: unknown): UnavailableReason | null {
  const code = codeOf(error);
  if (code !== null) {
    for (const [reason, pattern] of patterns) if (pattern.test(code)) return reason;
    return null;
  }
  // The PostgreSQL driver sets no code on these.
  const isAway =
    error instanceof Error &&
    /^(Connection terminated|timeout exceeded when trying|Client (has|was))/.test(error.message);
  return isAway ? 'away' : null;
}

// SQLSTATE classes, extended result codes of SQLite, and codes of the system.
const patterns: readonly (readonly [UnavailableReason, RegExp])[] = [
  ['away', /^(08...|57P0[1-5]|53300|28...|3D000)$/],
  ['away', /^(ECONN\w+|EPIPE|ETIMEDOUT|ENOTFOUND|EAI_\w+|EHOSTUNREACH|ENETUNREACH|ENETDOWN|ENOENT|EACCES|ECANCELED)$/],
  ['locked', /^(55P03|SQLITE_BUSY\w*|SQLITE_LOCKED\w*|SQLITE_PROTOCOL)$/],
  ['full', /^(53100|SQLITE_FULL|ENOSPC|EDQUOT)$/],
  ['read_only', /^(25006|SQLITE_READONLY\w*|EROFS)$/],
  ['damaged', /^(XX00[12]|SQLITE_CORRUPT\w*|SQLITE_NOTADB)$/],
  ['failing', /^(58...|53...|SQLITE_IOERR\w*|SQLITE_CANTOPEN\w*|EIO|EFBIG)$/],
];

function codeOf(error: unknown): string | null {
  if (typeof error !== 'object' || error === null || !('code' in error)) return null;
  return typeof error.code === 'string' ? error.code : null;
}
