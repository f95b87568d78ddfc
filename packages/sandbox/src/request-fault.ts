import type { UpstreamFault } from '@connectory/connector-sdk/engine';

/** An error of the simulated vendor; it is returned in the vendor's shape. */
export class RequestFault extends Error {
  readonly status: number;
  readonly fault: UpstreamFault;
  /** Name of the requested entity, on which the vendor's code may depend. */
  readonly entity: string | undefined;

  constructor(status: number, fault: UpstreamFault, message: string, entity?: string) {
    super(message);
    this.name = 'RequestFault';
    this.status = status;
    this.fault = fault;
    this.entity = entity;
  }
}
