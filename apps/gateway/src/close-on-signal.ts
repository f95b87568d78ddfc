const longestClosing = 29_000;

/**
 * Runs `close` on SIGTERM or SIGINT and ends the process, after 29 seconds even if something does not close. A second signal ends it
 * immediately.
 */
export function closeOnSignal(close: () => Promise<void>): void {
  let closing = false;
  const stop = () => {
    if (closing) process.exit(1);
    closing = true;
    setTimeout(() => process.exit(1), longestClosing);
    close().then(
      () => process.exit(0),
      () => process.exit(1),
    );
  };
  process.on('SIGTERM', stop);
  process.on('SIGINT', stop);
}
