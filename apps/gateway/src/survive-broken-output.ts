/** Prevents a full disk or a broken pipe behind standard output and error from ending the process: what is printed there is for people. */
export function surviveBrokenOutput(): void {
  for (const stream of [process.stdout, process.stderr]) stream.on('error', () => {});
}
