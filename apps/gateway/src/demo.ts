import { serveDemo } from './serve-demo.ts';

try {
  await serveDemo(process.env);
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  process.exitCode = 1;
}
