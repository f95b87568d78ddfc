/**
 * Keeps the process running if standard output or standard error cannot be written (full disk, broken pipe): what is printed there is only
 * for people.
 */
export function surviveBrokenOutput(): void {
  for (const stream of [process.stdout, process.stderr]) stream.on('error', () => {});
}
