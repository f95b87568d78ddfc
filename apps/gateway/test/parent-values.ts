import type { RawValue } from '@connectory/connector-sdk';
import { valueAt } from '@connectory/connector-sdk';

/** Where a parameter that must name something existing gets its value: a field of the first record an action answers. */
interface Origin {
  readonly entity: string;
  readonly path: string;
  readonly action?: 'list' | 'get' | 'api_search';
}

/** Origins by `entity.parameter`, or by `parameter` for all other entities. `self` stands for the entity itself. */
type Origins = Readonly<Record<string, Origin | string | number>>;

const own = (path: string): Origin => ({ entity: 'self', path });
const of = (entity: string, path: string, action?: Origin['action']): Origin => ({
  entity,
  path,
  ...(action !== undefined && { action }),
});

const originsByConnector: Readonly<Record<string, Origins>> = {
  'code-hosting': {
    username: of('users', 'login', 'api_search'),
    org: of('organizations', 'login'),
    owner: of('repositories', 'owner.login'),
    repo: of('repositories', 'name'),
    branch: own('name'),
    sha: own('oid'),
    'releases.tag': own('tagName'),
    'tags.tag': own('name'),
    'labels.name': own('name'),
    team_slug: own('slug'),
    project_number: of('projects', 'number'),
    issue_number: of('issues', 'number'),
    'comments.number': of('issues', 'number'),
    'reviews.number': of('pull_requests', 'number'),
    'pr_comments.number': of('pull_requests', 'number'),
    number: own('number'),
    id: own('id'),
    'file_content.path': of('directory_content', 'path'),
    query: 'a',
  },
  payments: {
    'invoice_finalizations.id': of('invoices', 'id'),
    'invoice_sends.id': of('invoices', 'id'),
    'payment_intent_confirmations.id': of('payment_intents', 'id'),
    'payment_intent_cancellations.id': of('payment_intents', 'id'),
    // Payment methods cannot be listed; the sandbox takes any id for what it has no records of.
    'payment_method_attachments.id': 'pm_1',
    id: own('id'),
    query: 'created>0',
    customer: of('customers', 'id'),
    product: of('products', 'id'),
  },
  helpdesk: {
    ticket_id: of('tickets', 'id'),
    user_id: own('id'),
    organization_id: own('id'),
    group_id: own('id'),
    ticket_field_id: own('id'),
    brand_id: own('id'),
    view_id: own('id'),
    macro_id: own('id'),
    trigger_id: own('id'),
    automation_id: own('id'),
    satisfaction_rating_id: own('id'),
    sla_policy_id: own('id'),
    ticket_form_id: own('id'),
    id: own('id'),
    article_id: of('articles', 'id'),
    'article_attachments.attachment_id': own('id'),
    // Attachments cannot be listed; this is the first one of the sandbox.
    'attachments.attachment_id': 17_463_839_000_001,
  },
  'recruiting-2': {
    id: own('id'),
    applicationId: own('id'),
    departmentId: own('id'),
    locationId: own('id'),
    userId: own('id'),
    jobPostingId: own('id'),
  },
};

/** Runs a read through the gateway and gives the records of its answer. */
export type Read = (entity: string, action: string, params: Readonly<Record<string, RawValue>>) => Promise<RawValue[]>;

/** The required parameters of an action. */
export type RequiredParams = (entity: string, action: string) => readonly string[];

/** Values for required parameters that name existing records, found the way a person would: by listing parents first. */
export class ParentValues {
  readonly #origins: Origins;
  readonly #read: Read;
  readonly #required: RequiredParams;
  readonly #rows = new Map<string, RawValue[]>();

  constructor(connector: string, read: Read, required: RequiredParams) {
    this.#origins = originsByConnector[connector] ?? {};
    this.#read = read;
    this.#required = required;
  }

  /** The required parameters of an action that have an origin, with their values. */
  async of(entity: string, action: string): Promise<Record<string, RawValue>> {
    const found: Record<string, RawValue> = {};
    for (const [name, origin] of this.#originsOf(entity, action)) {
      found[name] = typeof origin === 'object' ? await this.#value(origin) : origin;
    }
    return found;
  }

  /** The first record an action answers. Where a parent has none below it, the next parent takes its place for good. */
  async first(entity: string, action: string): Promise<RawValue> {
    const key = `${entity} ${action}`;
    const known = this.#rows.get(key);
    if (known !== undefined) return known[0];
    for (;;) {
      const rows = await this.#read(entity, action, await this.of(entity, action));
      if (rows.length > 0) this.#rows.set(key, rows);
      if (rows.length > 0) return rows[0];
      const parent = [...this.#originsOf(entity, action).values()].find((origin) => typeof origin === 'object');
      const parents = parent === undefined ? [] : this.#rows.get(`${parent.entity} ${parent.action ?? 'list'}`);
      parents?.shift();
      if (parents === undefined || parents.length === 0) throw new Error(`${key} answers no record to go on with`);
    }
  }

  #originsOf(entity: string, action: string): Map<string, Origin | string | number> {
    const found = new Map<string, Origin | string | number>();
    for (const name of this.#required(entity, action)) {
      const origin = this.#origins[`${entity}.${name}`] ?? this.#origins[name];
      if (typeof origin === 'object' && origin.entity === 'self') found.set(name, { ...origin, entity });
      else if (origin !== undefined) found.set(name, origin);
    }
    return found;
  }

  async #value({ entity, path, action = 'list' }: Origin): Promise<RawValue> {
    const value = valueAt(await this.first(entity, action), path);
    if (value === undefined || value === null) throw new Error(`the first record of ${entity} has nothing at ${path}`);
    return value;
  }
}
