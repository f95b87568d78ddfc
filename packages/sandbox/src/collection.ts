import { valueAt } from '@connectory/connector-sdk';
import type { JsonObject } from './json.ts';
import { Parentage } from './parentage.ts';
import type { RecordMaker } from './records.ts';
import type { SimulatedEntity } from './simulated-vendor.ts';

/** A change of a record of a collection. */
export interface RecordChange {
  readonly collection: Collection;
  readonly kind: 'added' | 'changed' | 'removed';
  /** The record after the change, or before it was removed. */
  readonly record: JsonObject;
}

/** The records of one kind, made when they are first needed, and changed by what callers create, update and delete. */
export class Collection {
  readonly maker: RecordMaker;
  readonly parentage = new Parentage(this);
  #records: JsonObject[] | undefined;
  #byKey = new Map<string, JsonObject>();
  #made = 0;
  #tell: (change: RecordChange) => void = () => undefined;

  constructor(maker: RecordMaker) {
    this.maker = maker;
  }

  /** The entity whose schema and sample the records follow. */
  get entity(): SimulatedEntity {
    return this.maker.entity;
  }

  /** Tells every change from now on. */
  watch(tell: (change: RecordChange) => void): void {
    this.#tell = tell;
  }

  /** All records, the newest created ones first. */
  records(): readonly JsonObject[] {
    return this.#load();
  }

  /** The record whose `keyOf` is that text. */
  withKey(key: string): JsonObject | undefined {
    this.#load();
    return this.#byKey.get(key);
  }

  /** Text that identifies a record; undefined for one without a key. */
  keyOf(record: JsonObject): string | undefined {
    const values = this.maker.key.map((path) => valueAt(record, path));
    if (values.length === 0 || values.some((value) => value === undefined || value === null)) return undefined;
    return values.map(String).join('/');
  }

  /** A generated record that is not stored and has a new key. */
  draft(): JsonObject {
    this.#load();
    for (;;) {
      const record = this.maker.record(this.maker.count + this.#made++);
      const key = this.keyOf(record);
      if (key === undefined || !this.#byKey.has(key) || this.#made % 100 === 0) return record;
    }
  }

  /** Stores a record as the newest one; one with the same key is replaced. */
  insert(record: JsonObject): void {
    const records = this.#load();
    const key = this.keyOf(record);
    const existing = key === undefined ? undefined : this.#byKey.get(key);
    if (existing !== undefined) records.splice(records.indexOf(existing), 1);
    records.unshift(record);
    if (key !== undefined) this.#byKey.set(key, record);
    this.#tell({ collection: this, kind: existing === undefined ? 'added' : 'changed', record });
  }

  /** Puts a changed record in the place of the stored one. */
  replace(stored: JsonObject, changed: JsonObject): void {
    const records = this.#load();
    const position = records.indexOf(stored);
    if (position < 0) return;
    records[position] = changed;
    this.#forget(stored);
    const key = this.keyOf(changed);
    if (key !== undefined) this.#byKey.set(key, changed);
    this.#tell({ collection: this, kind: 'changed', record: changed });
  }

  /** Removes a stored record. */
  remove(stored: JsonObject): void {
    const records = this.#load();
    const position = records.indexOf(stored);
    if (position >= 0) records.splice(position, 1);
    this.#forget(stored);
    if (position >= 0) this.#tell({ collection: this, kind: 'removed', record: stored });
  }

  #forget(record: JsonObject): void {
    const key = this.keyOf(record);
    if (key !== undefined) this.#byKey.delete(key);
  }

  #load(): JsonObject[] {
    if (this.#records !== undefined) return this.#records;
    const records: JsonObject[] = [];
    this.#records = records;
    for (let index = 0; index < this.maker.count; index++) {
      const record = this.maker.record(index);
      const key = this.keyOf(record);
      if (key !== undefined && this.#byKey.has(key)) continue;
      if (key !== undefined) this.#byKey.set(key, record);
      records.push(record);
    }
    return records;
  }
}
