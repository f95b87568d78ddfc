import { read, writeSync } from 'node:fs';
import type { Connector, RawValue } from '@connectory/connector-sdk';
import { type DescribedConnector, describeConnector } from './describe-connector.ts';
import { exportedConnector } from './exported-connector.ts';
import { buildFence } from './fence.ts';
import { FrameReader, writeFrame } from './frames.ts';
import type { Question, Said, Thrown } from './messages.ts';
import { BrokenRules, CodeRunner } from './run-code.ts';

/**
 * The process of one plugin: loads its package, describes it, and responds to questions by running its code, in order. Arguments: the URL
 * of the module and the name of the package. It communicates through descriptor 3, and ends with the gateway.
 */
const channel = 3;
const maxText = 1000;
const [, , url = '', packageName = ''] = process.argv;
const connectorError = Symbol.for('connectory.connector-error');

process.on('uncaughtException', (thrown) => say({ kind: 'outside', thrown: thrownBy(thrown) }));
buildFence();
const exported = await imported();
const connector = exportedBy(exported);
const described = describedFrom(connector);
say({ kind: 'loaded', connector: described.data });
responseQuestions();

async function imported(): Promise<Readonly<Record<string, unknown>>> {
  try {
    return (await import(url)) as Readonly<Record<string, unknown>>;
  } catch (error) {
    return refuse(error, { isWhole: false });
  }
}

function exportedBy(loaded: Readonly<Record<string, unknown>>): Connector {
  try {
    return exportedConnector(loaded, packageName);
  } catch (error) {
    return refuse(error, { isWhole: true });
  }
}

function describedFrom(candidate: Connector): DescribedConnector {
  try {
    return describeConnector(candidate);
  } catch (error) {
    return refuse(error, { isWhole: false, exported: candidate });
  }
}

function refuse(error: unknown, about: { readonly isWhole: boolean; readonly exported?: RawValue }): never {
  const text = error instanceof Error ? error.message : String(error);
  const denied = (error as RawValue)?.code === 'ERR_ACCESS_DENIED';
  const message = denied ? deniedMessage(error as RawValue) : text;
  say({ kind: 'refused', message: (message.split('\n', 1)[0] ?? '').slice(0, maxText), ...about });
  process.exit(1);
}

function deniedMessage({ permission, resource }: RawValue): string {
  return `it requires ${permission} ${resource ?? ''}, which a contained plugin does not have`;
}

function responseQuestions(): void {
  const runner = new CodeRunner(connector, described);
  const none = { header: Number.MAX_SAFE_INTEGER, bytes: Number.MAX_SAFE_INTEGER };
  const frames = new FrameReader(() => none);
  const chunk = Buffer.allocUnsafe(64 * 1024);
  const next = () => {
    read(channel, chunk, 0, chunk.length, null, (error, length) => {
      if (error !== null || length === 0) process.exit(0);
      for (const { header, bytes } of frames.read(Buffer.from(chunk.subarray(0, length)))) {
        try {
          const { response, bytes: given } = runner.response(header as Question, bytes);
          say({ kind: 'answer', response }, given);
        } catch (thrown) {
          say({ kind: 'thrown', thrown: thrownBy(thrown) });
        }
      }
      next();
    });
  };
  next();
}

function say(said: Said, bytes?: Buffer): void {
  const frame = writeFrame(said, bytes && [bytes]);
  for (let written = 0; written < frame.length; ) written += writeSync(channel, frame, written);
}

function thrownBy(thrown: RawValue): Thrown {
  if (thrown instanceof BrokenRules) return { kind: 'issues', issues: thrown.issues };
  if (typeof thrown !== 'object' || thrown === null) return { kind: 'error', name: typeof thrown, frames: '' };
  if (connectorError in thrown) {
    const { code, message, error: problem } = thrown;
    return { kind: 'report', code: String(code), message: String(message).slice(0, maxText), error: problem };
  }
  const frames = String(thrown.stack ?? '')
    .split('\n')
    .filter((line) => /^\s+at /.test(line));
  return { kind: 'error', name: String(thrown.name).slice(0, 100), frames: frames.join('\n').slice(0, 10_000) };
}
