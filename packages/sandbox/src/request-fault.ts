import type { UpstreamFault } from '@connectory/connector-sdk/engine';

/** A refusal in the simulated vendor's name; it becomes an answer in the vendor's shape. */
export class RequestFault extends Error {
  readonly status: number;
  readonly fault: UpstreamFault;
  /** Name of the entity that was asked for, where the vendor's code may depend on it. */
  readonly entity: string | undefined;

  constructor(status: number, fault: UpstreamFault, message: string, entity?: string) {
    super(message);
    this.name = 'RequestFault';
    this.status = status;
    this.fault = fault;
    this.entity = entity;
  }
}
