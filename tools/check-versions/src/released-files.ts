import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseReleasedConnector, type ReleasedConnector } from './released-connector.ts';

/** Reads `<id>.json` of every released connector. Throws an `Error` that names the file that cannot be read. */
export function readReleased(folder: string): readonly ReleasedConnector[] {
  mkdirSync(folder, { recursive: true });
  return readdirSync(folder)
    .filter((name) => name.endsWith('.json'))
    .sort()
    .map((name) => {
      try {
        return parseReleasedConnector(JSON.parse(readFileSync(join(folder, name), 'utf8')));
      } catch (error) {
        throw new Error(`spec/released/${name} cannot be read. ${error instanceof Error ? error.message : ''}`);
      }
    });
}

/**
 * Writes the released connectors: those without a file, and those whose version differs from their file. Returns the names of the files
 * written; a connector whose version was not raised has no release.
 */
export function writeReleased(folder: string, present: readonly ReleasedConnector[]): readonly string[] {
  const known = new Map(readReleased(folder).map(({ connector, version }) => [connector, version]));
  return present
    .filter(({ connector, version }) => known.get(connector) !== version)
    .map((connector) => {
      const name = `${connector.connector}.json`;
      writeFileSync(join(folder, name), releasedText(connector));
      return name;
    });
}

const widest = 120;

/** Returns the text of a released connector's file; whatever fits on one line is written on one line. */
export function releasedText(connector: ReleasedConnector): string {
  return `${textOf(connector, '', 0)}\n`;
}

function textOf(value: unknown, indent: string, before: number): string {
  const line = lineOf(value);
  if (typeof value !== 'object' || value === null || indent.length + before + line.length < widest) return line;
  const deeper = `${indent}  `;
  if (Array.isArray(value)) {
    return `[\n${value.map((one) => deeper + textOf(one, deeper, 0)).join(',\n')}\n${indent}]`;
  }
  const members = Object.entries(value).map(([name, member]) => {
    const start = `${JSON.stringify(name)}: `;
    return deeper + start + textOf(member, deeper, start.length);
  });
  return `{\n${members.join(',\n')}\n${indent}}`;
}

function lineOf(value: unknown): string {
  if (typeof value !== 'object' || value === null) return JSON.stringify(value);
  if (Array.isArray(value)) return `[${value.map(lineOf).join(', ')}]`;
  const members = Object.entries(value).map(([name, member]) => `${JSON.stringify(name)}: ${lineOf(member)}`);
  return members.length === 0 ? '{}' : `{ ${members.join(', ')} }`;
}
