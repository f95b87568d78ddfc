import type { Action, Connector, Entity } from '@connectory/connector-sdk';
import { type DirectActionName, entitiesWithWebhooks } from '@connectory/connector-sdk/engine';
import type { ActionSimulation, ConnectorSandbox, Sample, SampleParent } from './simulation.ts';

/** An action of a connector, with how the simulated vendor behaves. */
export interface SimulatedAction extends Action {
  readonly simulate?: ActionSimulation;
}

/** An entity of a connector, with its sample. */
export interface SimulatedEntity extends Entity {
  readonly actions: { readonly [Name in DirectActionName]?: SimulatedAction };
  readonly sample: Sample | null;
  readonly parent: SampleParent | null;
}

/** A connector with its simulation. */
export interface SimulatedVendor {
  readonly connector: Connector;
  /** Chooses the generated values. */
  readonly seed: string;
  readonly entities: readonly SimulatedEntity[];
  readonly webhooks: SimulatedEntity | undefined;
  readonly events: ConnectorSandbox['events'];
}

/** Joins what a connector declares with its simulation. Without one, records and behavior follow from the declaration. */
export function simulatedVendor(connector: Connector, sandbox: ConnectorSandbox | undefined): SimulatedVendor {
  const all = entitiesWithWebhooks(connector).map((entity): SimulatedEntity => {
    const simulation = sandbox?.simulations.get(entity.name);
    const actions = Object.entries(entity.actions).map(([name, action]) => {
      const simulate = simulation?.actions[name as DirectActionName];
      return [name, simulate === undefined ? action : { ...action, simulate }];
    });
    const { sample = null, parent = null } = simulation ?? {};
    return { ...entity, actions: Object.fromEntries(actions), sample, parent };
  });
  const { length } = connector.entities;
  return {
    connector,
    seed: sandbox?.seed ?? connector.id,
    entities: all.slice(0, length),
    webhooks: all[length],
    events: sandbox?.events,
  };
}

/** The entities and the webhooks of a vendor: everything with actions. */
export const allEntities = ({ entities, webhooks }: SimulatedVendor): readonly SimulatedEntity[] =>
  webhooks === undefined ? entities : [...entities, webhooks];
