import type { CallFigures, ControlPlane } from '@connectory/control-plane';
import type { Router } from 'express';
import { type AccessParts, policyOf, tokenIdOf } from '../http/authenticate.ts';
import { OperationRouter } from '../http/operation-router.ts';
import { connectionsOf, maySeeSubscription } from '../subscriptions/check-selection.ts';
import { type AttentionParts, allowedOf, connectionAttention, subscriptionAttention } from './attention.ts';
import { overviewOperations } from './operations.ts';

/** Dependencies of the route of the overview. */
export interface OverviewParts extends AttentionParts {
  readonly controlPlane: AccessParts & Pick<ControlPlane, 'audit' | 'connections' | 'subscriptions'>;
}

const hour = 3_600_000;
const maxItems = 100;
const maxSubscriptions = 100;

/** `/api/v1/workspaces/{workspace}/overview`: figures of calls, and what needs attention. */
export function overviewRoutes(services: OverviewParts): Router {
  const { controlPlane } = services;
  const routes = new OperationRouter(controlPlane);
  routes.json(overviewOperations.getOverview, async ({ workspace, principal, query }) => {
    const policy = policyOf(principal);
    const mayManage = principal.kind === 'admin' || policy.manage === true;
    const now = Date.now();
    const all = await connectionsOf(controlPlane, workspace.id);
    const allowed = allowedOf(policy, all);
    const subscriptions = mayManage
      ? (await controlPlane.subscriptions.list(workspace.id, { limit: maxSubscriptions })).items
      : [];
    const { totals, intervals, connections } = await controlPlane.audit.calls(workspace.id, {
      ...periodOf(query().hours, now),
      policy,
      ...(!mayManage && { tokenId: tokenIdOf(principal) ?? '' }),
    });
    const visible = new Set(allowed.map(({ id }) => id));
    const attention = [
      ...(await connectionAttention(services, allowed, policy, now)),
      ...(await subscriptionAttention(
        services,
        subscriptions.filter((one) => maySeeSubscription(principal, one, all)),
        now,
      )),
    ];
    return {
      data: {
        totals: toBody(totals),
        intervals: intervals.map(({ at, ...figures }) => ({ at, ...toBody(figures) })),
        attention: attention.slice(0, maxItems),
        connections: [...connections]
          .filter(([id]) => visible.has(id))
          .sort(([, one], [, other]) => other.calls - one.calls)
          .slice(0, maxItems)
          .map(([id, { calls, errors }]) => ({ id, calls, errors })),
      },
      meta: {},
    };
  });
  return routes.router;
}

/** The intervals of a period that end with the current one: they begin at full hours, or at 0, 6, 12 and 18 o'clock UTC. */
function periodOf(hours: '24' | '168', now: number) {
  const intervalHours = hours === '24' ? 1 : 6;
  const intervals = Number(hours) / intervalHours;
  const length = intervalHours * hour;
  return { from: (Math.floor(now / length) - intervals + 1) * length, intervalHours, intervals };
}

const toBody = ({ calls, errors, p95 }: CallFigures) => ({ calls, errors, p95_ms: p95 });
