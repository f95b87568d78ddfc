import { openSqliteStore } from '@connectory/context-store';
import { SnapshotFiles } from '../src/index.ts';
import { bigScope } from './big-copy.ts';

// A process that makes one file after another until it is killed.
const [copies = '', directory = ''] = process.argv.slice(2);
const store = openSqliteStore(copies);
const files = await SnapshotFiles.open({ store, directory, maxBytes: 2 ** 30, onError: () => {} });
for (;;) {
  const snapshot = await files.take({ workspaceId: 'one', scope: bigScope, format: 'parquet' });
  await files.removeConnection(bigScope.connectionId);
  snapshot.release();
}
