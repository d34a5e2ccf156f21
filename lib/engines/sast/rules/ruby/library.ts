import type {
  Callback,
  CallResultType,
  CrossRequestStore,
  ContainerUse,
  Guard,
} from '@scangate/engines/sast/rule';
import { around, constantText, hasFixedHost } from './conditions.ts';

/** Matches patterns that only accept letters, digits and characters without meaning elsewhere; `^` anchors a line only. */
const strict =
  /^\\A(?:(?:\[(?:[\w -]|\\[wd]){1,100}\]|\\[wd]|[\w@-])(?:[+*?]|\{[\d,]{1,9}\})?){1,100}\\[zZ]$/;

const asks = /allow|safe|valid|trust|whitelist|permit|local/i;
const address = /redirect|ur[il]|host|domain|target|link|return/i;

export const guards: readonly Guard[] = [
  { call: ['*.{include?,key?,has_key?,member?,cover?}'], of: 0, cleans: 'all' },
  { call: ['*.{in?}'], of: 'receiver', cleans: 'all' },
  {
    call: ['*.{match?,match}'],
    of: 'receiver',
    cleans: 'all',
    when: ({ args: [pattern] }) => strict.test(pattern?.regex?.source ?? ''),
  },
  {
    call: ['*.{match?,match}'],
    of: 0,
    cleans: 'all',
    when: ({ receiver }) => strict.test(receiver?.regex?.source ?? ''),
  },
  {
    call: ['*.{is_a?,kind_of?,instance_of?}'],
    of: 'receiver',
    cleans: 'all',
    when: ({ args: [type] }) => /^(?:Integer|Numeric|Float|TrueClass)$/.test(type?.path ?? ''),
  },
  {
    call: ['*.{is_a?,kind_of?}'],
    of: 'receiver',
    cleans: ['nosql'],
    when: ({ args: [type] }) => type?.path === 'String',
  },
  {
    call: ['*.start_with?'],
    of: 'receiver',
    cleans: ['ssrf', 'redirect'],
    when: ({ args: [start] }) => hasFixedHost(start),
  },
  {
    call: ['*.start_with?'],
    of: 'receiver',
    cleans: ['path'],
    when: (call) => /expand_path|realpath|absolute_path|cleanpath/.test(around(call)),
  },
  {
    call: ['*.include?'],
    of: 'receiver',
    negated: true,
    cleans: ['path'],
    when: ({ args: [what] }) => constantText(what).includes('..'),
  },
  {
    call: ['*', '*.*'],
    of: 0,
    cleans: ['redirect', 'ssrf'],
    when: ({ names }) =>
      names.some((name) => {
        const last = name.slice(name.lastIndexOf('.') + 1);
        return asks.test(last) && address.test(last);
      }),
  },
];

export const callbacks: readonly Callback[] = [];

export const crossRequestStores: readonly CrossRequestStore[] = [{ holders: ['session'] }];

export const results: readonly CallResultType[] = [
  {
    call: ['{Mysql2.Client,PG.Connection,SQLite3.Database}', 'PG.connect', 'Sequel.connect'],
    type: 'Connection',
  },
  { call: ['Rack.Request'], type: 'Rack.Request' },
];

export const containers: Readonly<Record<string, ContainerUse>> = {
  '<<': 'append',
  push: 'append',
  append: 'append',
  concat: 'mutate',
  insert: 'mutate',
  prepend: 'prepend',
  unshift: 'prepend',
  store: 'put',
  fetch: 'get',
  delete_at: 'removeAt',
  pop: 'pop',
  shift: 'first',
  'merge!': 'mutate',
  replace: 'mutate',
  write: 'mutate',
  clear: 'clear',
};

export const scalarTypes: readonly string[] = ['int'];

/** Names that the grammar produces for other syntax. */
export const unwritten: Readonly<Record<string, readonly string[]>> = {
  backtick: ['`', 'x'],
  ruby: ['`', 'x', 'def', 'do', 'end', 'if', 'puts'],
  Regexp: ['def', 'do', 'end', 'if', 'puts'],
  match: ['def', 'do', 'end', 'if', 'puts'],
};
