import type {
  Callback,
  CallResultType,
  CrossRequestStore,
  ContainerUse,
  Guard,
} from '@scangate/engines/sast/rule';
import { around, constantName, constantText, hasFixedHost } from './conditions.ts';

/** Matches patterns between delimiters that only accept letters, digits and characters without meaning elsewhere. */
const strict =
  /^(.)\^(?:(?:\[(?:[\w -]|\\[wd]){1,100}\]|\\[wd]|[\w@-])(?:[+*?]|\{[\d,]{1,9}\})?){1,100}(?:\$|\\z)\1[iuDs]{0,3}$/;

const asks = /allow|safe|valid|trust|whitelist|permit/i;
const address = /redirect|ur[il]|host|domain|target|link|return/i;

export const guards: readonly Guard[] = [
  { call: ['{in_array,array_key_exists,key_exists}'], of: 0, cleans: 'all' },
  {
    call: ['{ctype_digit,ctype_alnum,ctype_alpha,ctype_xdigit,is_numeric,is_int,is_bool,is_float}'],
    of: 0,
    cleans: 'all',
  },
  { call: ['is_string'], of: 0, cleans: ['nosql'] },
  { call: ['{hash_equals}'], of: 1, cleans: 'all' },
  {
    call: ['preg_match'],
    of: 1,
    cleans: 'all',
    when: ({ args: [pattern] }) => strict.test(constantText(pattern)),
  },
  {
    call: ['filter_var'],
    of: 0,
    cleans: 'all',
    when: ({ args: [, filter] }) =>
      /FILTER_VALIDATE_(?:INT|FLOAT|BOOL\w{0,4}|IP|EMAIL)$/.test(constantName(filter)),
  },
  {
    call: ['{strpos,str_starts_with,strncmp,stripos}'],
    of: 0,
    cleans: ['ssrf', 'redirect'],
    when: ({ args: [, start] }) => hasFixedHost(start),
  },
  {
    call: ['{strpos,str_starts_with,strncmp}'],
    of: 0,
    cleans: ['path'],
    when: (call) => /realpath\s?\(/.test(around(call)),
  },
  {
    call: ['str_contains'],
    of: 0,
    negated: true,
    cleans: ['path'],
    when: ({ args: [, what] }) => constantText(what).includes('..'),
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

const routes = '{get,post,put,patch,delete,any,match,options,map}';

export const callbacks: readonly Callback[] = [
  {
    call: [`{Route,*.Route,$app,$router,$this.app}.${routes}`],
    parameters: ['routeParameter', 'routeParameter', 'routeParameter'],
    unless: ['$request', '$response', '$args', '$req', '$res', '$app', '$service', '$next'],
  },
];

export const crossRequestStores: readonly CrossRequestStore[] = [
  {
    holders: ['$_SESSION'],
    put: ['*.session().put', '*.getSession().set', '$session.set', 'Session.put', '*.Session.put'],
    get: ['*.session().get', '*.getSession().get', '$session.get', 'Session.get', '*.Session.get', 'session'],
  },
];

export const results: readonly CallResultType[] = [
  { call: ['{mysqli_connect,mysqli_init}'], type: 'mysqli' },
  { call: ['*.{getConnection,getPdo}'], type: 'Connection' },
  { call: ['request'], type: 'Illuminate.Http.Request' },
];

export const containers: Readonly<Record<string, ContainerUse>> = {
  '[]': 'append',
  push: 'append',
  append: 'append',
  put: 'put',
  offsetGet: 'get',
  offsetSet: 'put',
};

export const scalarTypes: readonly string[] = [
  'int',
  'float',
  'bool',
  'DateTime',
  'DateTimeInterface',
  'DateTimeImmutable',
  'Carbon',
];

/** Names that the grammar produces for other syntax. */
export const unwritten: Readonly<Record<string, readonly string[]>> = {
  shell_exec: ['function', 'class', 'php'],
  php: ['new', 'function', 'return', 'if', 'echo'],
  dynamic_name: ['new', 'function', 'return', 'if', 'echo'],
  include: ['require', 'include_once', 'require_once'],
  echo: ['print', 'printf', 'php'],
  exit: ['die'],
  guarded: ['$guarded'],
  except: ['$except'],
  enableCsrfValidation: ['$enableCsrfValidation'],
};
