import { nearestName } from '@connectory/errors';
import { CallProblem } from '../call-problem.ts';
import type { DescribedAction, DescribedEntity } from '../calls.ts';

/** The action of that name. Throws `action_not_available` with those there are. */
export function actionOf({ name, actions }: DescribedEntity, wanted: string): DescribedAction {
  const found = actions.find(({ action }) => action === wanted);
  if (found !== undefined) return found;
  const names = actions.map(({ action }) => action);
  const near = nearestName(wanted, names);
  const question = near === undefined ? '' : ` Did you mean "${near}"?`;
  throw new CallProblem({
    code: 'action_not_available',
    message: `${name} offers ${names.join(', ')}, not "${wanted}".${question}`,
    errors: [
      {
        field: '/action',
        message: `must be one of ${names.join(', ')}`,
        ...(near !== undefined && { did_you_mean: near }),
      },
    ],
  });
}
