import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { basename, dirname, extname, normalize } from 'node:path/posix';
import { repository } from './repository.ts';

/** One page of the site. */
export interface Page {
  /** Path within the site, without an extension: `connectors/stripe/customers`. */
  readonly path: string;
  readonly title: string;
  /** Whether it uses the space where other pages show their outline. */
  readonly isWide?: true;
  /** Markdown that begins with the heading of the page. */
  readonly text: string;
}

/** Files of the repository that become pages of the site, by path; links between them lead from page to page. */
const pages: Readonly<Record<string, { readonly path: string; readonly title: string }>> = {
  'VERSIONING.md': { path: 'guide/versioning', title: 'Versions and deprecations' },
  'apps/cli/README.md': { path: 'guide/command-line', title: 'Command line' },
  'packages/client/README.md': { path: 'guide/typescript-client', title: 'TypeScript client' },
  'packages/connector-sdk/README.md': { path: 'reference/connector-sdk', title: 'Connector SDK' },
  'packages/sandbox/README.md': { path: 'reference/sandbox', title: 'Sandbox' },
  'packages/testkit/README.md': { path: 'reference/testkit', title: 'Conformance suite' },
  'spec/subscriptions.md': { path: 'reference/subscriptions', title: 'Subscriptions' },
  'spec/authorization.md': { path: 'reference/authorization', title: 'Agents by OAuth' },
  'spec/audit.md': { path: 'reference/audit', title: 'Audit' },
  'spec/export.md': { path: 'reference/export', title: 'Export' },
  'spec/changes.md': { path: 'reference/changes', title: 'Changes' },
  'spec/decisions/0012-plugins-run-in-an-interpreter.md': {
    path: 'reference/an-interpreter-per-plugin',
    title: 'An interpreter per plugin',
  },
  'spec/drop-in.md': { path: 'guide/drop-in', title: 'Clients of the hosted service' },
  'spec/errors.md': { path: 'reference/errors', title: 'Errors' },
  'spec/events.md': { path: 'reference/events', title: 'Events of vendors' },
  'spec/execute.md': { path: 'reference/execute', title: 'The execute call' },
  'spec/data-policies.md': { path: 'reference/data-policies', title: 'Data policies' },
  'spec/held-writes.md': { path: 'reference/held-writes', title: 'Held writes' },
  'spec/glossary.md': { path: 'reference/glossary', title: 'Glossary' },
  'spec/mcp.md': { path: 'reference/mcp', title: 'The Model Context Protocol' },
  'spec/operating.md': { path: 'guide/operating', title: 'Operating a gateway' },
  'spec/own-fields.md': { path: 'reference/own-fields', title: 'Own fields' },
  'spec/person-requests.md': { path: 'reference/person-requests', title: 'Requests about a person' },
  'spec/people.md': { path: 'reference/people', title: 'People' },
  'spec/scaling.md': { path: 'reference/scaling', title: 'Scaling the context store' },
  'spec/search.md': { path: 'reference/search', title: 'Searching the context store' },
  'spec/sql.md': { path: 'reference/sql', title: 'SQL over the copies' },
  'spec/sync.md': { path: 'reference/sync', title: 'Synchronizing the context store' },
  'tools/check-upstream/README.md': { path: 'reference/check-upstream', title: 'Checking against the vendor' },
  'tools/create-connector/README.md': { path: 'guide/writing-a-connector', title: 'Writing a connector' },
  'tools/generated-clients/python/scenario.py': {
    path: 'reference/scenario-in-python',
    title: 'Scenario in Python',
  },
  'tools/generated-clients/typescript/scenario.ts': {
    path: 'reference/scenario-in-typescript',
    title: 'Scenario in TypeScript',
  },
  'tools/generated-clients/README.md': { path: 'guide/other-languages', title: 'Clients in other languages' },
  'tools/rehearse/README.md': { path: 'reference/rehearsals', title: 'Rehearsals' },
};

/** Documents that the gateway itself serves. */
const served: Readonly<Record<string, string>> = { 'spec/openapi.json': '/openapi.json' };

/** Files that are copied into the site unchanged. */
export const copiedFiles: readonly string[] = ['spec/search.schema.json'];

/** Pictures of the guides, served below `/pictures`. */
export const picturesFolder = 'apps/docs/pictures';

/** Returns the pages made from files of the repository: documents, and programs as code. */
export async function repositoryPages(): Promise<readonly Page[]> {
  return Promise.all(
    Object.entries(pages).map(async ([file, { path, title }]) => ({ path, title, text: await pageText(file, title) })),
  );
}

async function pageText(file: string, title: string): Promise<string> {
  // A README begins with the name of its package, a page with its title in the menu.
  if (file.endsWith('.md')) return (await repositoryText(file)).replace(/^# .*$/m, `# ${title}`);
  const program = await readFile(join(repository, file), 'utf8');
  return `# ${title}\n\nThis is \`${file}\`.\n\n\`\`\`${extname(file).slice(1)}\n${program.trimEnd()}\n\`\`\`\n`;
}

/** Returns a Markdown file of the repository with links that work within the site. */
export async function repositoryText(file: string): Promise<string> {
  return rewriteLinks(await readFile(join(repository, file), 'utf8'), file);
}

/**
 * Rewrites the relative links of the Markdown text of `file`: to the page of the document, or to the URL at which the gateway serves it. A
 * link to any other file of the repository becomes its text. Throws an `Error` for a file that does not exist.
 */
export function rewriteLinks(text: string, file: string): string {
  let fenced = false;
  const lines = text.split('\n').map((line) => {
    if (/^\s*(?:```|~~~)/.test(line)) fenced = !fenced;
    return fenced
      ? line
      : line.replace(/\[([^\]]*)\]\(([^)\s]+)\)/g, (link, label, target) => linkOf(link, label, target, file));
  });
  return lines.join('\n');
}

function linkOf(link: string, label: string, target: string, file: string): string {
  if (/^[a-z]+:|^[#/]/.test(target)) return link;
  const [path = '', anchor] = target.split('#');
  const named = normalize(join(dirname(file), path)).replace(/\/$/, '');
  const hash = anchor === undefined ? '' : `#${anchor}`;
  const page = pages[named]?.path ?? pageOfFolder(named);
  if (page !== undefined) return `[${label}](/${page}.md${hash})`;
  if (served[named] !== undefined) return `[${label}](${served[named]}){target="_self"}`;
  if (copiedFiles.includes(named)) return `[${label}](/${named})`;
  const picture = named.startsWith(`${picturesFolder}/`) && existsSync(join(repository, named));
  if (picture) return `[${label}](/pictures/${basename(named)})`;
  if (!existsSync(join(repository, named))) throw new Error(`${file} links to ${target}, which does not exist.`);
  return label;
}

// A link to a folder leads to its README; that of a connector is part of the connector's page.
function pageOfFolder(named: string): string | undefined {
  const connector = /^connectors\/([a-z0-9-]+)(?:\/README\.md)?$/.exec(named)?.[1];
  if (connector !== undefined) return `connectors/${connector}/index`;
  const guide = /^apps\/docs\/((?:connectors\/)?index|(?:guide|recipes|tasks)\/[a-z0-9-]+)\.md$/.exec(named)?.[1];
  return guide ?? (named === 'README.md' ? 'index' : pages[`${named}/README.md`]?.path);
}
