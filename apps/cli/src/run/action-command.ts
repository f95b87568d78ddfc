import type { ConnectorEntity } from '@connectory/client';
import { Command, Option } from 'commander';
import type { Schema } from '../describe-connector.ts';
import type { ActionRequest } from '../execute/action-runner.ts';
import { colorOption } from '../global-options.ts';
import type { Terminal } from '../terminal.ts';
import { usageOn } from '../usage.ts';
import {
  itemsOf,
  type ParameterFlag,
  parameterFlags,
  placeholderOf,
  spelledFlags,
  typesOf,
} from './parameter-flags.ts';
import { parameterValue } from './parameter-value.ts';
import { type RequestOptions, requestOf, requestOptions } from './request-options.ts';

type Action = ConnectorEntity['actions'][number];

/** A request as typed, and the options given with it. */
export interface TypedRequest {
  readonly request: ActionRequest;
  readonly options: RequestOptions;
}

/**
 * Parses the words after the action: its parameters as options, and the options of `connectory run` that no parameter shadows. `words` are
 * connection, entity and action. Prints the parameters for `--help`; throws a `CommanderError` for an unknown one.
 */
export async function typedRequest(
  terminal: Terminal,
  words: readonly [string, string, string],
  action: Action,
  typed: readonly string[],
  before: RequestOptions,
): Promise<TypedRequest> {
  const flags = parameterFlags(action.params as Schema);
  const given = new Map<ParameterFlag, string[]>();
  const command = actionCommand(words, action);
  for (const flag of flags) {
    command.addOption(
      parameterOption(flag).argParser((text: string) => {
        given.set(flag, [...(given.get(flag) ?? []), text]);
      }),
    );
  }
  for (const option of [...requestOptions(), colorOption()])
    if (!flags.some(({ flag }) => `--${flag}` === option.long)) command.addOption(option);
  const hint = `List the parameters with: connectory run ${words.join(' ')} --help. Options such as --workspace and --profile go before the connection.`;
  usageOn(command, terminal, hint);
  await command.parseAsync(spelledFlags(typed, flags), { from: 'user' });
  const options = { ...before, ...command.opts<RequestOptions>() };
  const params = await Promise.all(
    [...given].map(async ([flag, texts]) => [flag.name, await parameterValue(terminal, flag, texts)] as const),
  );
  const [, entity] = words;
  return {
    options,
    request: await requestOf(terminal, { entity, action: action.action, params: Object.fromEntries(params) }, options),
  };
}

function actionCommand(words: readonly string[], { summary, deprecated }: Action): Command {
  const end = deprecated === undefined ? '' : `\n\nDeprecated, ends on ${deprecated.until}: ${deprecated.instead}`;
  return new Command(`connectory run ${words.join(' ')}`)
    .description(`${summary}${end}`)
    .allowExcessArguments(false)
    .action(() => {});
}

function parameterOption({ flag, schema, isRequired }: ParameterFlag): Option {
  const types = typesOf(schema);
  const isFlag = types.has('boolean') && types.size === 1;
  const notes = [
    ...(isRequired ? ['required'] : []),
    ...(itemsOf(schema) === undefined ? [] : ['can be repeated']),
    ...rangeOf(schema),
    ...(schema.default === undefined ? [] : [`${JSON.stringify(schema.default)} by default`]),
  ];
  const description = `${schema.description ?? ''}${notes.length === 0 ? '' : ` (${notes.join(', ')})`}`.trim();
  const option = new Option(
    isFlag ? `--${flag} [boolean]` : `--${flag} <${placeholderOf(schema)}>`,
    description,
  ).helpGroup('Parameters:');
  return isFlag ? option.preset('true') : option;
}

function rangeOf({ minimum, maximum }: Schema): readonly string[] {
  // An integer without its own limit has that of JSON numbers.
  const isLimit = (bound: number | undefined) => bound !== undefined && Math.abs(bound) < Number.MAX_SAFE_INTEGER;
  if (isLimit(minimum) && isLimit(maximum)) return [`${minimum} to ${maximum}`];
  if (isLimit(minimum)) return [`at least ${minimum}`];
  return isLimit(maximum) ? [`at most ${maximum}`] : [];
}
