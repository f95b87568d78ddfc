import type { RawValue } from '@connectory/connector-sdk';
import type { SimulatedChange, SimulatedEvent } from '@connectory/sandbox';

/** For each entity with simulated events: the name of the event, and the member that contains the record. */
const simulated: Readonly<Record<string, readonly [name: string, member: string]>> = {
  issues: ['issues', 'issue'],
  pull_requests: ['pull_request', 'pull_request'],
  labels: ['label', 'label'],
  milestones: ['milestone', 'milestone'],
  releases: ['release', 'release'],
  discussions: ['discussion', 'discussion'],
};

// Entities that belong to a repository only through another record.
const above: Readonly<Record<string, readonly string[]>> = {
  comments: ['issues'],
  pr_comments: ['pull_requests'],
  reviews: ['pull_requests'],
};

/** The event of a change; undefined if the vendor sends none. */
export const simulateEvent: (change: SimulatedChange) => SimulatedEvent | undefined = ({
  entity,
  kind,
  record,
  number,
  parent,
}) => {
  const repository = entity === 'repositories' ? record : parent(...(above[entity] ?? []), 'repositories');
  const full_name = repository?.nameWithOwner;
  if (full_name === undefined) return undefined;
  const action = { added: 'created', changed: 'edited', removed: 'deleted' }[kind];
  const about = { action, repository: { full_name, node_id: repository.id, default_branch: 'main' } };
  const sent = (name: string, body: RawValue): SimulatedEvent => ({
    headers: { 'x-github-event': name, 'x-github-delivery': `demo-${number}` },
    body: { ...about, ...body },
  });
  const own = simulated[entity];
  if (own !== undefined) {
    const [name, member] = own;
    const shown = { number: record.number, name: record.name, tag_name: record.tagName, node_id: record.id };
    return sent(name, { [member]: shown });
  }
  return simulatedOther(entity, kind, record, parent, sent);
};

function simulatedOther(
  entity: string,
  kind: SimulatedChange['kind'],
  record: RawValue,
  parent: SimulatedChange['parent'],
  sent: (name: string, body: RawValue) => SimulatedEvent,
): SimulatedEvent | undefined {
  const deleted = kind === 'removed';
  switch (entity) {
    case 'repositories':
      return sent('repository', {});
    case 'comments':
    case 'pr_comments': {
      const isOnPullRequest = entity === 'pr_comments';
      const on = parent(isOnPullRequest ? 'pull_requests' : 'issues');
      if (on === undefined) return undefined;
      const issue = { number: on.number, node_id: on.id, ...(isOnPullRequest && { pull_request: {} }) };
      return sent('issue_comment', { issue, comment: { node_id: record.id } });
    }
    case 'reviews': {
      const on = parent('pull_requests');
      if (on === undefined) return undefined;
      return sent('pull_request_review', { pull_request: { number: on.number, node_id: on.id } });
    }
    case 'branches':
      return sent('push', { ref: `refs/heads/${record.name}`, deleted });
    case 'tags':
      return sent('push', { ref: `refs/tags/${record.name}`, deleted });
    case 'commits':
      return deleted ? undefined : sent('push', { ref: 'refs/heads/main', commits: [{ id: record.oid }] });
    default:
      return undefined;
  }
}
