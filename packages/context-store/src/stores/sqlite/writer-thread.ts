import { parseExactly } from '@connectory/exact-json';
import type { ChangeCause, ChangeRetention } from '../change-feed.ts';
import { requireFollowing } from '../checkpoint-revision.ts';
import { type Erasure, keptPasses, removedAtOnce, type StoredRecord } from '../context-store.ts';
import type { EntityLayout } from '../entity-layout.ts';
import { type ConnectionFile, ConnectionFiles } from './connection-file.ts';
import { buildIndexStep, buildOrderIndexes, ensureEntity, entityTable, unbuilt } from './entity-schema.ts';
import type { EntityTable } from './entity-table.ts';
import { eraseFromFeed, FeedWriter, forgetFormer } from './feed.ts';
import { identifier, sql } from './fragment.ts';
import { RecordWriter } from './record-writer.ts';
import type { FeedGrowth, JobOf, NextCheckpoint, ThreadSettings, WriteJobs } from './thread-jobs.ts';
import { VocabularyWriter } from './vocabulary.ts';

type EndedPassJob = WriteJobs['endPass']['params'];
type Result = { [Kind in keyof WriteJobs]: WriteJobs[Kind]['result'] }[keyof WriteJobs];

/** With more records, b-trees are built one at a time, so that other writes can run in between. */
const maxBuiltAtOnce = 10_000;

/** Runs changes, each in one transaction. */
export class WriterThread {
  readonly #files: ConnectionFiles;
  readonly #retention: ChangeRetention;
  #vocabularies = new WeakMap<ConnectionFile, Map<string, VocabularyWriter>>();

  constructor({ directory, openFiles, retention }: ThreadSettings) {
    this.#retention = retention;
    this.#files = new ConnectionFiles(directory, 'write', openFiles);
  }

  run(job: JobOf<WriteJobs>, layout: EntityLayout): Result {
    const { connectionId } = job.scope;
    if (job.kind === 'drop') {
      this.#files.delete(connectionId);
      return null;
    }
    const file = this.#files.open(connectionId);
    if (file === null) throw new Error('A file that is opened for writing exists.');
    try {
      return this.#change(job, file, layout);
    } catch (error) {
      // The words of a rolled-back transaction are not in the vocabulary.
      this.#vocabularies = new WeakMap();
      throw error;
    }
  }

  /** Closes the files. */
  close(): void {
    this.#files.close();
  }

  #change(job: Exclude<JobOf<WriteJobs>, { kind: 'drop' }>, file: ConnectionFile, layout: EntityLayout): Result {
    const vocabularyOf = this.#vocabularyOf.bind(this);
    if (job.kind === 'build') return { hasUnbuilt: buildIndexStep(file, layout, job.params.wanted, vocabularyOf) };
    const table = ensureEntity(file, layout, vocabularyOf);
    const hasUnbuilt = unbuilt(table).length > 0;
    switch (job.kind) {
      case 'prepare':
        return { hasUnbuilt };
      case 'writePage': {
        const { records, goneKeys, generation } = job.params;
        const outcome = { added: 0, changed: 0, unchanged: 0, removed: 0 };
        const { feedGrew } = this.#write(file, layout, 'pass', (writer) => {
          storeCheckpoint(file, layout, job.params);
          for (const record of parseRecords(records)) outcome[writer.write(record, generation)] += 1;
          for (const key of goneKeys) if (writer.remove(key)) outcome.removed += 1;
        });
        return { outcome, hasUnbuilt, feedGrew };
      }
      case 'endPartition': {
        const { range, generation, checkpoint, unfinished, revision } = job.params;
        const { result: removal, feedGrew } = this.#write(file, layout, 'pass', (writer) => {
          const removed = writer.removeUnstamped(range, generation);
          const finished = removed < removedAtOnce;
          storeCheckpoint(file, layout, { checkpoint: finished ? checkpoint : unfinished, revision });
          return { removed, finished };
        });
        return { ...removal, hasUnbuilt, feedGrew };
      }
      case 'endPass':
        file.writing(() => {
          storeCheckpoint(file, layout, job.params);
          storePass(file, layout, job.params);
        });
        if (file.number(sql`SELECT max(id) FROM ${identifier(table.records)}`) > maxBuiltAtOnce) return { hasUnbuilt };
        if (hasUnbuilt) buildOrderIndexes(file, layout);
        return { hasUnbuilt: unbuilt(entityTable(file, layout)).length > 0 };
      case 'apply': {
        const { upserts, deletedKeys, generation, cause } = job.params;
        const { feedGrew } = this.#write(file, layout, cause, (writer) => {
          for (const record of parseRecords(upserts)) writer.write(record, generation);
          for (const key of deletedKeys) writer.remove(key);
        });
        return { hasUnbuilt, feedGrew };
      }
      case 'erase':
        return { ...this.#erase(file, layout, job.params), hasUnbuilt };
      case 'writeCheckpoint':
        file.writing(() => storeCheckpoint(file, layout, job.params));
        return null;
    }
  }

  #erase(file: ConnectionFile, layout: EntityLayout, { keys, formerKeys }: Erasure): FeedGrowth & { removed: number } {
    const { result: removed, feedGrew } = file.overwriting(() =>
      this.#write(file, layout, 'erasure', (writer) => {
        const gone = formerKeys.filter((key) => !writer.has(key));
        eraseFromFeed(file, layout.entity, new Set([...keys, ...gone]));
        for (const key of formerKeys) if (!gone.includes(key)) forgetFormer(file, layout.entity, key);
        return keys.filter((key) => writer.erase(key)).length;
      }),
    );
    return { removed, feedGrew };
  }

  // Another process may change the entity between transactions, so each one reads its current state.
  #write<Value>(
    file: ConnectionFile,
    layout: EntityLayout,
    cause: ChangeCause,
    write: (writer: RecordWriter) => Value,
  ): FeedGrowth & { readonly result: Value } {
    return file.writing(() => {
      const table = entityTable(file, layout);
      const feed = new FeedWriter(file, { entity: layout.entity, cause, retention: this.#retention });
      const result = write(new RecordWriter(file, table, this.#vocabularyOf(file, table), feed));
      return { result, feedGrew: feed.finish() };
    });
  }

  #vocabularyOf(file: ConnectionFile, { vocabulary }: EntityTable): VocabularyWriter {
    const ofFile = this.#vocabularies.get(file) ?? new Map<string, VocabularyWriter>();
    this.#vocabularies.set(file, ofFile);
    const writer = ofFile.get(vocabulary) ?? new VocabularyWriter(file, vocabulary);
    ofFile.set(vocabulary, writer);
    return writer;
  }
}

function storeCheckpoint(
  file: ConnectionFile,
  { entity }: EntityLayout,
  { checkpoint, revision }: NextCheckpoint,
): void {
  const stored = sql`SELECT json_extract(checkpoint, '$.revision') FROM connectory_entities WHERE name = ${entity}`;
  requireFollowing(file.number(stored), revision);
  file.change(sql`UPDATE connectory_entities SET checkpoint = ${checkpoint} WHERE name = ${entity}`);
}

function storePass(file: ConnectionFile, { entity }: EntityLayout, { pass, summary }: EndedPassJob): void {
  file.change(
    sql`INSERT OR REPLACE INTO connectory_passes (entity, pass, summary) VALUES (${entity}, ${pass}, ${summary})`,
  );
  file.change(sql`DELETE FROM connectory_passes WHERE entity = ${entity} AND pass <= ${pass - keptPasses}`);
}

function parseRecords(json: string): readonly StoredRecord[] {
  return parseExactly(json) as readonly StoredRecord[];
}
