import { serve } from '@connectory/gateway/serve';

// Passes at the pace of the vendors' quotas would take longer than a rehearsal.
await serve(process.env, 'demo');
