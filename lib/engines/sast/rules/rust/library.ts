import type { CallResultType, Callback, ContainerUse, Guard } from '@scangate/engines/sast/rule';

export const guards: readonly Guard[] = [
  {
    call: ['*.{contains,contains_key}'],
    of: 0,
    cleans: 'all',
    when: ({ args: [what] }) => what?.constant === undefined,
  },
  {
    call: ['*.contains'],
    of: 'receiver',
    negated: true,
    cleans: ['path'],
    when: ({ args: [what] }) => typeof what?.constant === 'string' && /\.\.|^[/\\]$/.test(what.constant),
  },
  {
    call: ['*.starts_with'],
    of: 'receiver',
    cleans: ['path', 'redirect', 'ssrf'],
    when: ({ args: [what] }) => what?.constant !== 'http' && what?.constant !== '/',
  },
  { call: ['*.is_match'], of: 0, cleans: 'all' },
  {
    call: ['*.all'],
    of: 'receiver',
    cleans: 'all',
    when: ({ written: [test] }) =>
      /is_(?:ascii_)?(?:alphanumeric|digit|alphabetic)/.test(test?.at.text ?? ''),
  },
];

export const callbacks: readonly Callback[] = [];

export const results: readonly CallResultType[] = [
  { call: ['{reqwest.Client,Client}.{new,builder}', 'reqwest.ClientBuilder.new'], type: 'reqwest.Client' },
  { call: ['{rusqlite.Connection,Connection}.{open,open_in_memory}'], type: 'rusqlite.Connection' },
  { call: ['{std.process.Command,tokio.process.Command,Command}.new'], type: 'std.process.Command' },
  { call: ['{rhai.Engine,Engine}.{new,new_raw}'], type: 'rhai.Engine' },
];

export const formats: readonly string[] = [];

export const containers: Readonly<Record<string, ContainerUse>> = {
  push: 'append',
  push_back: 'append',
  push_str: 'mutate',
  push_front: 'prepend',
  insert: 'put',
  insert_str: 'mutate',
  extend: 'mutate',
  write_str: 'mutate',
  get: 'get',
  remove: 'removeAt',
  clear: 'clear',
  first: 'first',
  last: 'last',
};

export const scalarTypes: readonly string[] = [
  'u8',
  'u16',
  'u32',
  'u64',
  'u128',
  'usize',
  'i8',
  'i16',
  'i32',
  'i64',
  'i128',
  'isize',
  'f32',
  'f64',
  'bool',
  'char',
  'Uuid',
  'uuid.Uuid',
  'NaiveDate',
  'NaiveDateTime',
  'DateTime',
  'IpAddr',
  'Duration',
];
