import { defineEntity } from '@connectory/connector-sdk';
import { z } from 'zod';
import { listParams } from '../lists.ts';
import { listOf } from '../reads.ts';

const RejectionReason = z.object({ id: z.int(), name: z.string().nullish() });

/** https://harvestdocs.greenhouse.io/reference/get_v3-rejection-reasons */
export const rejectionReasons = defineEntity({
  beyondContract: true,
  name: 'rejection_reasons',
  summary: 'Reasons for which an application can be rejected',
  keywords: ['why rejected', 'decline reasons', 'turn down', 'reasons we can choose'],
  record: RejectionReason,
  key: 'id',
  actions: { list: listOf('rejection_reasons', 'List rejection reasons', { params: listParams }) },
});
