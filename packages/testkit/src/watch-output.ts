import { format } from 'node:util';

/** Something a process wrote. */
export interface Written {
  readonly where: 'standard output' | 'standard error' | 'console';
  readonly text: string;
}

const consoleMethods = ['log', 'info', 'warn', 'error', 'debug', 'trace', 'dir'] as const;

/** Notes everything written to the outputs of the process and to the console until it is stopped, and lets it pass. */
export function watchOutput(): { stop(): readonly Written[] } {
  const written: Written[] = [];
  const watchStream = (stream: NodeJS.WriteStream, where: Written['where']) => {
    const original = stream.write;
    stream.write = ((chunk: string | Uint8Array, ...rest: never[]) => {
      written.push({ where, text: typeof chunk === 'string' ? chunk : Buffer.from(chunk).toString() });
      return original.call(stream, chunk, ...rest);
    }) as typeof stream.write;
    return () => {
      stream.write = original;
    };
  };
  // A test runner has its own console, which does not write to these streams.
  const watchConsole = (method: (typeof consoleMethods)[number]) => {
    const original = console[method];
    console[method] = (...values: unknown[]) => {
      written.push({ where: 'console', text: format(...values) });
      (original as (...values: unknown[]) => void).apply(console, values);
    };
    return () => {
      console[method] = original;
    };
  };
  const restore = [
    watchStream(process.stdout, 'standard output'),
    watchStream(process.stderr, 'standard error'),
    ...consoleMethods.map(watchConsole),
  ];
  return {
    stop: () => {
      for (const one of restore) one();
      return written;
    },
  };
}
