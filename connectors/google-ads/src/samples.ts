import type { SampleSource } from '@connectory/connector-sdk';

/** Number of the sample account at a position. */
export const sampleCustomerId = (index: number) => String(4_820_193_057 + index * 11_830_417);

const managerPosition = 3;

/** Whether the sample account at a position manages others. */
export const isSampleManager = (index: number) => index === managerPosition;

/** Resource name of the account a sample belongs to: most often the first one, and never a manager, which has no campaigns. */
export function sampleCustomer(source: SampleSource): string {
  const id = source.integer(0, 2) > 0 ? sampleCustomerId(0) : source.of('accounts', 'customer.id');
  return `customers/${id === sampleCustomerId(managerPosition) ? sampleCustomerId(0) : id}`;
}

/** Resource name of the account that a resource belongs to. */
export const customerOf = (resourceName: string) => resourceName.split('/').slice(0, 2).join('/');

/** Last part of a resource name. */
export const idOf = (resourceName: string) => resourceName.split('/').at(-1) ?? '';
