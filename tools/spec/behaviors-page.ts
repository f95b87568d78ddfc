import type { Connector } from '@connectory/connector-sdk';
import { type BehaviorName, type RehearsedBehavior, rehearsedBehaviors } from '@connectory/testkit/rehearsed-behaviors';
import { markdownTable } from './markdown.ts';

/** A Markdown page with the number of lists of each connector that can meet each behavior of vendors. */
export function behaviorsPage(connectors: readonly Connector[]): string {
  const behaviors = Object.entries(rehearsedBehaviors) as [BehaviorName, RehearsedBehavior][];
  const rows = connectors
    .toSorted((one, other) => (one.id < other.id ? -1 : 1))
    .map((connector) => [connector.id, ...behaviors.map(([, { lists }]) => String(lists(connector).length || '–'))]);
  const items = behaviors.map(
    ([name, { does, where, tries }]) => `- \`${name}\`: the vendor ${does}. Tried with ${tries}, on ${where}.`,
  );
  return `# Behaviors of vendors that every connector is tried against

Real vendors do what no schema shows. The conformance suite lets the simulated vendor of each connector, built in or not, behave in every way that its
declaration allows, and requires that calls and copies are correct: no record is lost, and what the gateway cannot know is an error. A number is how many lists
can meet the behavior; one for each way of paging is read. \`–\` means that the declaration rules it out.

${markdownTable([['connector', ...behaviors.map(([name]) => `\`${name}\``)], ...rows])}
${items.join('\n')}
`;
}
