import { Option } from 'commander';
import { jsonArgumentHelp, parseJsonObject, readJsonObject } from '../json-input.ts';
import type { ManagedCommand, MemberOption, Members } from '../managed-command.ts';
import { invalidInput } from '../problem-error.ts';

/** The options of a policy that differ from its members; null for members that {@link policyOptions} set. */
const policyMembers: Readonly<Record<string, MemberOption | null>> = {
  'policy.effects.allow': { flags: '--effects <effects...>' },
  'policy.effects.deny': { flags: '--deny-effects <effects...>' },
  'policy.hold.effects': { flags: '--hold-effects <effects...>' },
  'policy.hold.entities': { flags: '--hold-entities <names...>' },
  'policy.hold.when': { flags: '--hold-when <json>' },
  'policy.hold.second_person': { flags: '--hold-second-person' },
  'policy.fields': null,
  'policy.records': null,
  'policy.personal': null,
  'policy.detect': null,
};

const policyOptions: readonly Option[] = [
  new Option('--personal <treatments...>', 'what becomes of fields with personal data: drop, or by kind contact=mask'),
  new Option('--detect <treatments...>', 'what becomes of personal data in texts: redact, or by kind email=hash'),
  new Option('--hide <fields...>', 'fields that are left out: customers.email, or stripe/customers.email'),
  new Option('--mask <fields...>', 'fields of which only the form is shown'),
  new Option('--hash <fields...>', 'fields that are replaced by hashes'),
  new Option('--only <records...>', 'records that exist: \'zendesk/tickets={"eq":{"group_id":7}}\''),
  new Option('--policy <json>', `the policy that the other options complete: ${jsonArgumentHelp}`),
];

type PolicyOptions = Required<Pick<ManagedCommand<never>, 'members' | 'options' | 'body'>>;

/** The options of a command that sends a policy, and of other members of its body. */
export function withPolicy(members: PolicyOptions['members'] = {}, otherwise: Members = {}): PolicyOptions {
  return {
    members: { ...policyMembers, ...members },
    options: policyOptions,
    body: async ({ terminal, options }, body) => {
      const base = typeof options.policy === 'string' ? await readJsonObject(terminal, options.policy) : undefined;
      const given = dataPolicyOf(options as Readonly<Record<string, readonly string[] | undefined>>);
      const hasPolicy = base !== undefined || body.policy !== undefined || Object.keys(given).length > 0;
      return hasPolicy
        ? { ...body, policy: { ...base, ...(body.policy as Members), ...given } }
        : { ...otherwise, ...body };
    },
  };
}

function dataPolicyOf({ personal, detect, only, ...paths }: Readonly<Record<string, readonly string[] | undefined>>) {
  const fields = fieldRules({ drop: paths.hide, mask: paths.mask, hash: paths.hash });
  return {
    ...(fields.length > 0 && { fields }),
    ...(only !== undefined && { records: only.map(recordRuleOf) }),
    ...(personal !== undefined && { personal: treatmentsOf('--personal', personal) }),
    ...(detect !== undefined && { detect: treatmentsOf('--detect', detect) }),
  };
}

function treatmentsOf(flag: string, texts: readonly string[]): Members {
  const parts = texts.map((text) => text.split('='));
  if (parts.some(({ length }) => length > 2)) throw invalidInput(`${flag} takes drop, or kinds such as contact=mask.`);
  return Object.fromEntries(parts.map(([first, second]) => (second === undefined ? ['all', first] : [first, second])));
}

interface FieldRule {
  readonly connector?: string;
  readonly entity: string;
  readonly [treatment: string]: string | readonly string[] | undefined;
}

/** One rule for each entity that is named. */
function fieldRules(named: Readonly<Record<string, readonly string[] | undefined>>): readonly FieldRule[] {
  const rules = new Map<string, FieldRule>();
  for (const [treatment, texts = []] of Object.entries(named)) {
    for (const text of texts) {
      const [connector, field] = afterConnector(text);
      const [entity = '', ...path] = field.split('.');
      if (entity === '' || path.length === 0)
        throw invalidInput(`"${text}" is no field. Name one as in customers.email.`);
      const of = JSON.stringify([connector, entity]);
      const rule = rules.get(of) ?? { ...(connector !== '' && { connector }), entity };
      const before = (rule[treatment] ?? []) as readonly string[];
      rules.set(of, { ...rule, [treatment]: [...before, path.join('.')] });
    }
  }
  return [...rules.values()];
}

function recordRuleOf(text: string) {
  const at = text.indexOf('={');
  const [connector, entity] = afterConnector(text.slice(0, Math.max(at, 0)));
  if (connector !== '' && entity !== '')
    return { connector, entity, where: parseJsonObject(text.slice(at + 1), '--only') };
  throw invalidInput(`--only takes an entity and a filter: 'zendesk/tickets={"eq":{"group_id":7}}'.`);
}

// Names of connections may have slashes.
function afterConnector(text: string): readonly [string, string] {
  const at = text.lastIndexOf('/');
  return [text.slice(0, Math.max(at, 0)), text.slice(at + 1)];
}
