import type { RawValue } from '@connectory/connector-sdk';
import type { Sentinels } from './sentinels.ts';
import type { EntityName, World, WorldRecord } from './world.ts';

/** A policy as it is sent. Conditions of records stand next to it, because a reference must not evaluate the search language. */
export interface PolicyBody {
  readonly fields?: readonly RawValue[];
  readonly records?: readonly RawValue[];
  readonly personal?: Readonly<Record<string, string>>;
  readonly detect?: Readonly<Record<string, string>>;
  readonly [part: string]: unknown;
}

/** A condition of the search language, and the same as code. */
export interface KnownCondition {
  readonly entity: EntityName;
  readonly where: object;
  readonly holds: (record: WorldRecord) => boolean;
}

/** What the connector says of the fields of each entity: everything else is free text, or has nothing personal. */
const personal: Readonly<Record<EntityName, Readonly<Record<string, string>>>> = {
  orders: {
    note: 'free_text',
    'customer.name': 'name',
    'customer.email': 'contact',
    'lines.engraving': 'free_text',
    metadata: 'free_text',
    'owner.login': 'contact',
    internal: 'free_text',
    legacy_email: 'free_text',
    buyer: 'name',
    label: 'free_text',
  },
  payments: { iban: 'payment', 'payer.name': 'name', 'payer.email': 'contact', memo: 'free_text', batch: 'free_text' },
  people: { login: 'contact', name: 'name', email: 'contact', 'manager.name': 'name' },
};

const searched: Readonly<Record<EntityName, readonly string[]>> = {
  orders: [
    'id',
    'number',
    'total',
    'placed_at',
    'state',
    'note',
    'customer',
    'lines',
    'metadata',
    'owner.login',
    'tags',
  ],
  payments: ['id', 'amount', 'iban', 'payer', 'memo'],
  people: ['id', 'login', 'name'],
};

const emails = /[\w.+-]{1,64}@[\w.-]{1,200}/g;

const covers = (around: string, path: string) => path === around || path.startsWith(`${around}.`);

/** What a policy shows, found out the simple way: for each value on its own, from the text of the policy. */
export class Reference {
  readonly #policy: PolicyBody;
  readonly #conditions: readonly KnownCondition[];
  readonly #sentinels: Sentinels;

  constructor(policy: PolicyBody, conditions: readonly KnownCondition[], sentinels: Sentinels) {
    this.#policy = policy;
    this.#conditions = conditions;
    this.#sentinels = sentinels;
  }

  /** Whether a value at a path is shown as it is, left out, or treated in some way. */
  treatment(world: World, entity: EntityName, path: string): 'shown' | 'treated' | 'dropped' {
    const found = new Set<string>();
    for (const rule of this.#rules(world, entity)) {
      const { allow, drop = [], mask = [], hash = [] } = rule;
      if (allow !== undefined && ![...allow, 'id'].some((one: string) => covers(one, path))) found.add('drop');
      for (const [name, paths] of Object.entries({ drop, mask, hash }))
        if ((paths as readonly string[]).some((one) => covers(one, path))) found.add(name);
      if ((path === 'buyer' || path === 'label') && !allow?.some((one: string) => covers(one, path))) found.add('drop');
    }
    const marks = Object.entries(personal[entity]);
    const kind = marks.find(([around]) => covers(around, path))?.[1];
    const treatment = kind === undefined ? undefined : this.#personal(kind);
    if (treatment !== undefined) found.add(treatment);
    if (found.has('drop') || found.size > 1) return 'dropped';
    return found.size === 1 ? 'treated' : 'shown';
  }

  /** Whether a record exists for the policy. */
  exists(world: World, record: WorldRecord): boolean {
    const { entity } = record;
    const rules = (of: string) => this.#ruled(this.#policy.records ?? [], world, of);
    if (this.treatment(world, entity, 'id') !== 'shown') return false;
    if (entity === 'payments' && rules('payments').length === 0 && rules('orders').length > 0) return false;
    return rules(entity).every(({ where }) => {
      if (Object.keys(where).length === 0) return true;
      const same = this.#conditions.find((one) => JSON.stringify(one.where) === JSON.stringify(where));
      if (same === undefined) throw new Error(`unknown condition ${JSON.stringify(where)}`);
      return same.entity === entity && same.holds(record);
    });
  }

  /** Whether every condition of the policy on an entity can be applied. */
  isReadable(world: World, entity: EntityName): boolean {
    const rules = (of: string) => this.#ruled(this.#policy.records ?? [], world, of);
    if (this.treatment(world, entity, 'id') !== 'shown') return false;
    return !(entity === 'payments' && rules('payments').length === 0 && rules('orders').length > 0);
  }

  /** The sentinels of a record that the upstream returned, or of its copy, that are shown if the record exists. */
  shown(world: World, record: WorldRecord, where: 'live' | 'copy'): ReadonlySet<string> {
    const found = new Set<string>();
    const add = (path: string, text: string) => {
      if (this.treatment(world, record.entity, path) === 'shown')
        for (const one of this.#sentinels.in(this.#withoutEmails(text))) found.add(one);
    };
    for (const [path, text] of leavesOf(record.raw)) {
      const isSearched = searched[record.entity].some((field) => covers(field, path));
      if (where === 'live' || isSearched) add(path, text);
    }
    if (where === 'copy' && record.entity === 'orders') {
      const { customer, state, note } = record.raw;
      if (customer?.name !== undefined) add('buyer', customer.name);
      add('label', `${state} ${note}`);
    }
    if (where === 'copy' && record.order !== undefined) add('order', record.order);
    return found;
  }

  /** Every sentinel that any response may have. */
  everywhere(worlds: readonly World[]): ReadonlySet<string> {
    const all = new Set<string>();
    for (const world of worlds) {
      for (const record of [...world.records, ...world.earlier]) {
        if (!this.exists(world, record)) continue;
        for (const where of ['live', 'copy'] as const) for (const one of this.shown(world, record, where)) all.add(one);
        // The key of a payment has its order.
        if (record.order !== undefined) all.add(record.order);
      }
    }
    return all;
  }

  #rules(world: World, entity: EntityName): readonly RawValue[] {
    return this.#ruled(this.#policy.fields ?? [], world, entity);
  }

  #ruled(rules: readonly RawValue[], world: World, entity: string): readonly RawValue[] {
    return rules.filter(
      (rule) =>
        (rule.connector === undefined || rule.connector === 'warehouse' || rule.connector === world.name) &&
        (rule.entity === undefined || rule.entity === entity),
    );
  }

  #personal(kind: string): string | undefined {
    return this.#policy.personal?.[kind] ?? this.#policy.personal?.all;
  }

  #withoutEmails(text: string): string {
    const { email, all } = this.#policy.detect ?? {};
    return email === undefined && all === undefined ? text : text.replace(emails, ' ');
  }
}

/** The texts and numbers of a value, and the names of its members, each with its dotted path. */
function leavesOf(value: RawValue, path = ''): readonly (readonly [string, string])[] {
  if (Array.isArray(value)) return value.flatMap((element) => leavesOf(element, path));
  if (typeof value !== 'object' || value === null) return [[path, String(value)]];
  return Object.entries(value).flatMap(([name, member]) => {
    const below = path === '' ? name : `${path}.${name}`;
    return [[below, name] as const, ...leavesOf(member as RawValue, below)];
  });
}
