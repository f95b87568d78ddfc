/** Prepares a process that only serves a gateway. Call it before anything else. */
export function prepareProcess(): void {
  ignoreOutputErrors();
  // Only the gateway's user can read what it writes.
  process.umask(0o077);
}

// What is printed is only for people: the process keeps running on a full disk or a broken pipe.
function ignoreOutputErrors(): void {
  for (const stream of [process.stdout, process.stderr]) stream.on('error', () => {});
}
