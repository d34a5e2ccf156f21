import type {
  Call,
  Callback,
  CrossRequestStore,
  ContainerUse,
  Guard,
  CallResultType,
} from '@scangate/engines/sast/rule';
import { around, constantText, hasFixedHost, lastName } from './conditions.ts';

/** Matches patterns that only accept letters, digits and characters without meaning to a shell, a query or a page. */
const isStrictPattern = (text: string): boolean =>
  /^\^?(?:(?:\[(?:[\w -]|\\[wd]){1,100}\]|\\[wd]|[\w@-]|\\\.)(?:[+*?]|\{[\d,]+\})?){1,100}(?:\$|\\Z)?$/.test(
    text,
  );

/** Accepts dots in addition. */
const isDottedPattern = (text: string): boolean =>
  isStrictPattern(
    text.replaceAll('\\.', 'x').replaceAll(/\[[^\][]{1,200}\]/g, (set) => set.replaceAll('.', 'x')),
  );

/** `match` only anchors the beginning. */
const isStrict = ({ names, args: [pattern] }: Call, is: (text: string) => boolean): boolean => {
  const text = constantText(pattern);
  return is(text) && (names.some((name) => name.endsWith('fullmatch')) || /(?:\$|\\Z)$/.test(text));
};

const resolved = /\.resolve\(|realpath\(|abspath\(|normpath\(|is_relative_to\(|commonpath\(|commonprefix\(/;

/** Matches a text that begins and ends with a quote and holds none inside. */
const isOneText = (call: Call, quote: string): boolean => {
  const text = around(call);
  return text.includes('.startswith(') && text.includes('.endswith(') && /^['"]$/.test(quote);
};

const quoteIn = ({ args: [what] }: Call): string => constantText(what);

/** Function names of the program that announce a check. */
const asks = /allow|safe|valid|trust|whitelist|permit|check/i;
const address = /redirect|url|uri|host|next|domain|target|link/i;

const asksAddress = (name: string): boolean => {
  const last = name.slice(name.lastIndexOf('.') + 1);
  return asks.test(last) && address.test(last);
};

export const guards: readonly Guard[] = [
  {
    call: ['*', '*.*'],
    of: 0,
    cleans: ['redirect', 'ssrf'],
    when: ({ names }) => names.some((name) => asksAddress(name)),
  },
  { call: ['*.{isdigit,isnumeric,isalnum,isdecimal,isalpha,isidentifier}'], of: 'receiver', cleans: 'all' },
  {
    call: ['*.contains'],
    of: 'receiver',
    negated: true,
    cleans: ['path'],
    when: (call) => /\.\.|^[/\\]$/.test(quoteIn(call)),
  },
  {
    call: ['*.contains'],
    of: 'receiver',
    negated: true,
    cleans: ['xpath'],
    when: (call) => /^['"]$/.test(quoteIn(call)),
  },
  {
    call: ['*.contains'],
    of: 'receiver',
    negated: true,
    cleans: ['code'],
    when: (call) => isOneText(call, quoteIn(call)),
  },
  {
    call: ['*.{startswith,is_relative_to}'],
    of: 'receiver',
    cleans: ['path'],
    when: (call) => resolved.test(around(call)),
  },
  {
    call: ['*.startswith'],
    of: 'receiver',
    cleans: ['ssrf', 'redirect'],
    when: ({ args: [start] }) => hasFixedHost(start),
  },
  {
    call: ['{re,regex}.{match,fullmatch}'],
    of: 1,
    cleans: 'all',
    when: (call) => isStrict(call, isStrictPattern),
  },
  {
    // Host and file names are harmless unless they are opened.
    call: ['{re,regex}.{match,fullmatch}'],
    of: 1,
    cleans: ['sql', 'command', 'path', 'code', 'xss', 'template', 'ldap', 'xpath', 'log', 'regex', 'nosql'],
    when: (call) => isStrict(call, isDottedPattern),
  },
  {
    call: ['*.{match,fullmatch}'],
    of: 0,
    cleans: 'all',
    when: ({ names }) => names.some((name) => name.includes('compile()')),
  },
  {
    call: ['isinstance'],
    of: 0,
    cleans: 'all',
    when: ({ args: [, type] }) => /^(?:int|float|bool|Decimal|date|datetime|UUID)$/.test(lastName(type)),
  },
  { call: ['isinstance'], of: 0, cleans: ['nosql'], when: ({ args: [, type] }) => lastName(type) === 'str' },
  {
    call: [
      '*.{url_has_allowed_host_and_scheme,is_safe_url,is_safe_redirect_url,is_allowed_host,is_valid_redirect,is_safe_redirect}',
      '{url_has_allowed_host_and_scheme,is_safe_url,is_safe_redirect_url,is_safe_redirect,is_allowed_host,is_allowed_url}',
    ],
    of: 0,
    cleans: ['redirect', 'ssrf'],
  },
  {
    call: [
      '{allowed_file,is_safe_path,is_within_directory,is_allowed_path}',
      '*.{is_safe_path,is_within_directory,is_allowed_path}',
    ],
    of: 0,
    cleans: ['path'],
    when: ({ names }) => !names.some((name) => name.endsWith('allowed_file')),
  },
];

export const callbacks: readonly Callback[] = [];

export const crossRequestStores: readonly CrossRequestStore[] = [
  {
    holders: ['{flask,bottle}.session', '{request,req}.session', 'self.{request.session,session}'],
    get: ['{flask.session,request.session,self.session}.{get,pop}'],
    put: ['{flask.session,request.session}.setdefault'],
  },
];

export const results: readonly CallResultType[] = [
  { call: ['*.cursor'], type: 'Cursor' },
  {
    call: [
      '*.{joinpath,with_name,with_suffix}',
      '{pathlib.Path,Path}.{resolve,absolute,expanduser}',
      'Path.cwd',
    ],
    type: 'Path',
  },
  {
    call: [
      '{sqlite3,psycopg2,pymysql,MySQLdb,mysql.connector,cx_Oracle,pyodbc,asyncpg,psycopg,aiosqlite}.connect',
    ],
    type: 'Connection',
  },
  { call: ['*.create_engine', 'create_engine'], type: 'Engine' },
  { call: ['*.{MongoClient}', 'MongoClient'], type: 'MongoClient' },
  { call: ['zipfile.ZipFile', 'ZipFile'], type: 'ZipFile' },
  { call: ['tarfile.{open,TarFile}', 'TarFile'], type: 'TarFile' },
  { call: ['logging.getLogger', 'getLogger', 'structlog.get_logger'], type: 'Logger' },
];

export const containers: Readonly<Record<string, ContainerUse>> = {
  append: 'append',
  extend: 'mutate',
  insert: 'mutate',
  appendleft: 'prepend',
  add: 'mutate',
  update: 'mutate',
  setdefault: 'mutate',
  write: 'mutate',
  writelines: 'mutate',
  get: 'get',
  pop: 'pop',
  popleft: 'first',
  clear: 'clear',
  'ConfigParser.set': 'putIn',
  'ConfigParser.get': 'getIn',
  'RawConfigParser.set': 'putIn',
  'RawConfigParser.get': 'getIn',
};

export const scalarTypes: readonly string[] = [
  'int',
  'float',
  'bool',
  'datetime',
  'date',
  'UUID',
  'Decimal',
  'uuid.UUID',
  'datetime.datetime',
  'datetime.date',
  'decimal.Decimal',
];

/** Methods that the grammar produces for operators. */
export const unwritten: Readonly<Record<string, readonly string[]>> = {
  contains: ['in'],
  joinpath: ['Path', 'pathlib'],
  DjangoView: ['View', 'APIView', 'DetailView', 'ListView', 'TemplateView', 'ViewSet', 'kwargs'],
  BaseHTTPRequestHandler: ['SimpleHTTPRequestHandler', 'http'],
};
