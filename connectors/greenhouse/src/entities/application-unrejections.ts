import { defineEntity } from '@connectory/connector-sdk';
import { z } from 'zod';
import { greenhouse } from '../adapter.ts';
import { changedApplication, thatApplication } from '../records/changed-application.ts';
import { Application } from './applications.ts';

/** https://harvestdocs.greenhouse.io/reference/post_v3-applications-id-unreject */
export const applicationUnrejections = defineEntity({
  beyondContract: true,
  name: 'application_unrejections',
  summary: 'Withdrawn rejections of applications, which are active again',
  keywords: ['undo rejection', 'reconsider', 'reinstate', 'reopen application'],
  record: Application,
  key: 'id',
  actions: {
    create: greenhouse('POST /applications/{id}/unreject', {
      summary: 'Make a rejected application active again, which removes the reason and notes of the rejection',
      params: z.object(thatApplication),
      ...changedApplication,
    }),
  },
});
