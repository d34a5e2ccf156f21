import type { CallResultType, Callback, ContainerUse, Guard } from '@scangate/engines/sast/rule';

const strict = /^\^(?:\[[\w\s-]{1,40}\]|\\[dw])(?:\{\d{1,4}(?:,\d{0,4})?\}|[+*])\$$/;

export const guards: readonly Guard[] = [
  {
    call: ['*.{Contains,ContainsKey}'],
    of: 0,
    cleans: 'all',
    when: ({ args: [what] }) => what?.constant === undefined,
  },
  {
    call: ['*.Contains'],
    of: 'receiver',
    negated: true,
    cleans: ['path'],
    when: ({ args: [what] }) => typeof what?.constant === 'string' && /\.\.|^[/\\]$/.test(what.constant),
  },
  {
    call: ['IsLocalUrl', 'Url.IsLocalUrl', '*.IsLocalUrl', '*.{IsAllowedHost,IsTrustedUrl}'],
    of: 0,
    cleans: ['redirect', 'ssrf'],
  },
  {
    call: ['Regex.IsMatch'],
    of: 0,
    cleans: 'all',
    when: ({ args: [, pattern] }) => strict.test(String(pattern?.constant ?? '')),
  },
  {
    call: ['{int,long,Guid,decimal,double,DateTime,Enum,bool}.TryParse'],
    of: 0,
    cleans: 'all',
  },
  {
    call: ['*.All'],
    of: 'receiver',
    cleans: 'all',
    when: ({ written: [test] }) => /IsLetterOrDigit|IsDigit/.test(test?.at.text ?? ''),
  },
];

export const callbacks: readonly Callback[] = [];

export const results: readonly CallResultType[] = [
  { call: ['*.CreateCommand'], type: 'DbCommand' },
  { call: ['ZipFile.{OpenRead,Open}'], type: 'ZipArchive' },
  { call: ['*.CreateClient'], type: 'HttpClient' },
  { call: ['Aes.Create'], type: 'Aes' },
  { call: ['*.CreateLogger'], type: 'ILogger' },
];

export const formats: readonly string[] = ['{string,String}.Format'];

export const containers: Readonly<Record<string, ContainerUse>> = {
  Add: 'append',
  AddLast: 'append',
  Enqueue: 'append',
  Push: 'prepend',
  Insert: 'mutate',
  AddRange: 'mutate',
  Append: 'mutate',
  AppendLine: 'mutate',
  AppendFormat: 'mutate',
  TryAdd: 'put',
  GetValueOrDefault: 'get',
  RemoveAt: 'removeAt',
  Clear: 'clear',
  First: 'first',
  Last: 'last',
};

export const scalarTypes: readonly string[] = [
  'int',
  'long',
  'short',
  'byte',
  'uint',
  'ulong',
  'ushort',
  'bool',
  'float',
  'double',
  'decimal',
  'char',
  'Guid',
  'DateTime',
  'DateTimeOffset',
  'DateOnly',
  'TimeOnly',
  'TimeSpan',
  'Int32',
  'Int64',
  'Boolean',
  'int[]',
  'long[]',
  'Guid[]',
];
