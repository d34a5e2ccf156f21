import type {
  Callback,
  CrossRequestStore,
  ContainerUse,
  Guard,
  CallResultType,
} from '@scangate/engines/sast/rule';
import { isStrictPattern } from './strict-pattern.ts';

const isTraversal = (text: unknown): boolean => typeof text === 'string' && /\.\.|^[/\\]$/.test(text);

export const guards: readonly Guard[] = [
  { call: ['*.{contains,containsKey,containsValue}'], of: 0, cleans: 'all' },
  {
    call: ['*.contains'],
    of: 'receiver',
    negated: true,
    cleans: ['path'],
    when: ({ args: [what] }) => isTraversal(what?.constant),
  },
  {
    call: ['*.matches'],
    of: 'receiver',
    cleans: 'all',
    when: ({ args: [pattern] }) => isStrictPattern(pattern?.constant),
  },
  {
    call: ['Pattern.matches'],
    of: 1,
    cleans: 'all',
    when: ({ args: [pattern] }) => isStrictPattern(pattern?.constant),
  },
  { call: ['*.matcher().{matches,find}'], of: 'receiver', cleans: 'all' },
  { call: ['*.{isNumeric,isDigits,isAlphanumeric,isAlpha,isCreatable,isParsable}'], of: 0, cleans: 'all' },
  { call: ['*.{isAllowed,isWhitelisted,isValidHost,isAllowedHost}'], of: 0, cleans: ['ssrf', 'redirect'] },
];

export const callbacks: readonly Callback[] = [];

export const crossRequestStores: readonly CrossRequestStore[] = [
  {
    put: [
      '{HttpSession,PortletSession,session}.{setAttribute,putValue}',
      '*.getSession().{setAttribute,putValue}',
    ],
    get: [
      '{HttpSession,PortletSession,session}.{getAttribute,getValue}',
      '*.getSession().{getAttribute,getValue}',
    ],
  },
  {
    put: ['{HttpServletRequest,ServletRequest,request,req,ServletContext}.setAttribute'],
    get: ['{HttpServletRequest,ServletRequest,request,req,ServletContext}.getAttribute'],
  },
];

export const results: readonly CallResultType[] = [
  { call: ['*.createStatement'], type: 'Statement' },
  { call: ['*.{prepareStatement,prepareCall}'], type: 'PreparedStatement' },
  {
    call: ['{HttpServletResponse,ServletResponse,HttpServletResponseWrapper}.getWriter'],
    type: 'ResponseWriter',
  },
  {
    call: ['{HttpServletResponse,ServletResponse,HttpServletResponseWrapper}.getOutputStream'],
    type: 'ServletOutputStream',
  },
  { call: ['*.getSession'], type: 'HttpSession' },
  { call: ['*.newXPath'], type: 'XPath' },
  { call: ['*.getRuntime'], type: 'Runtime' },
  { call: ['*.getEngineByName'], type: 'ScriptEngine' },
  { call: ['*.toPath', 'Paths.get', 'Path.of'], type: 'Path' },
  { call: ['*.{getNextEntry,getNextZipEntry}'], type: 'ZipEntry' },
  { call: ['LoggerFactory.getLogger', 'LogManager.getLogger', 'Logger.getLogger'], type: 'Logger' },
];

export const formats: readonly string[] = ['String.format', '*.formatted', 'URI.create'];

export const containers: Readonly<Record<string, ContainerUse>> = {
  add: 'append',
  addLast: 'append',
  push: 'prepend',
  addFirst: 'prepend',
  addAll: 'mutate',
  putAll: 'mutate',
  offer: 'append',
  put: 'put',
  putIfAbsent: 'put',
  set: 'put',
  setProperty: 'put',
  get: 'get',
  getOrDefault: 'get',
  remove: 'removeAt',
  clear: 'clear',
  append: 'mutate',
  insert: 'mutate',
  getFirst: 'first',
  getLast: 'last',
};

export const scalarTypes: readonly string[] = [
  'int',
  'long',
  'short',
  'byte',
  'boolean',
  'float',
  'double',
  'Integer',
  'Long',
  'Short',
  'Byte',
  'Boolean',
  'Double',
  'Float',
  'UUID',
  'LocalDate',
  'LocalDateTime',
  'Date',
  'BigDecimal',
  'BigInteger',
];

export const settings: readonly string[] = ['*.{getProperty,getRequiredProperty}'];
