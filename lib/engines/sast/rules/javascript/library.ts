import type { FunctionUnit, Parameter } from '@scangate/engines/sast/ir';
import type {
  Call,
  Callback,
  CrossRequestStore,
  ContainerUse,
  Guard,
  CallResultType,
} from '@scangate/engines/sast/rule';
import { prefixOf } from '@scangate/engines/sast/taint/value';

const isRoute = ({ args, names }: Call): boolean => {
  const [first] = args;
  if (names.some((name) => name.endsWith('.use') || name.includes('.route().'))) return true;
  const path = first && prefixOf(first);
  return first?.regex !== undefined || path === '*' || (path?.startsWith('/') ?? false);
};

const isAnchored = ({ receiver, args }: Call): boolean => {
  const source = receiver?.regex?.source ?? args[0]?.regex?.source ?? '';
  return (
    source.startsWith('^') && source.endsWith('$') && !/(?<!\\)\.[*+]/.test(source) && !/\[\^/.test(source)
  );
};

const climbs = ({ args }: Call): boolean => /^(?:\.\.[/\\]?|[/\\])$/.test(String(args[0]?.constant ?? ''));
const isEvent =
  (name: string) =>
  ({ args }: Call): boolean =>
    args[0]?.constant === name;

export const guards: readonly Guard[] = [
  { call: ['*.{includes,has,hasOwnProperty}', 'Object.hasOwn'], of: 0, cleans: 'all' },
  { call: ['Object.hasOwn'], of: 1, cleans: 'all' },
  { call: ['*.includes'], of: 'receiver', cleans: ['path'], negated: true, when: climbs },
  { call: ['*.startsWith'], of: 'receiver', cleans: ['path', 'ssrf', 'redirect'] },
  { call: ['is-path-inside', '*.isPathInside', 'isPathInside'], of: 0, cleans: ['path'] },
  { call: ['*.isPathInside', 'isPathInside'], of: 1, cleans: ['path'] },
  { call: ['*.test'], of: 0, cleans: 'all', when: isAnchored },
  { call: ['*.match'], of: 'receiver', cleans: 'all', when: isAnchored },
  { call: ['{isNaN,Number.isNaN}'], of: 0, cleans: 'all', negated: true },
  { call: ['Number.{isInteger,isFinite,isSafeInteger}'], of: 0, cleans: 'all' },
  {
    call: ['validator.{isInt,isNumeric,isAlphanumeric,isAlpha,isUUID,isMongoId,isIn,isHexadecimal}'],
    of: 0,
    cleans: 'all',
  },
  { call: ['*.isValidObjectId', 'ObjectId.isValid', '*.ObjectId.isValid'], of: 0, cleans: 'all' },
  {
    call: [
      '{isSafeRedirect,isAllowedUrl,isRedirectAllowed,isLocalUrl,isSafeUrl,isValidUrl,isAllowedHost}',
      '*.{isRedirectAllowed,isAllowedUrl,isSafeRedirect,isAllowedHost}',
    ],
    of: 0,
    cleans: ['redirect', 'ssrf'],
  },
];

const archives = /yauzl|unzipper|tar|yazl|unzip|zip|archive|extract/i;

/** Recognizes the entries of an archive by the name of the reader. */
const isArchive = (call: Call): boolean =>
  isEvent('entry')(call) && archives.test(call.at.text.slice(0, call.at.text.indexOf('entry')));

export const callbacks: readonly Callback[] = [
  { call: ['*.on', '*.once'], parameters: ['archiveEntry'], when: isArchive },
  {
    call: ['*.{get,post,put,patch,delete,all,use,head,options}'],
    parameters: ['req', 'res', 'next'],
    unless: ['ctx', 'context', 'c'],
    when: isRoute,
  },
  { call: ['http.createServer', 'https.createServer', 'http2.createServer'], parameters: ['req', 'res'] },
  {
    call: ['*.addEventListener', 'addEventListener'],
    parameters: ['windowMessage'],
    when: isEvent('message'),
  },
  { call: ['{ws,socket,connection,conn}.on', '*.{ws,socket}.on'], parameters: ['socketMessage'] },
];

export const crossRequestStores: readonly CrossRequestStore[] = [
  {
    holders: ['{req,request,ctx}.session', '*.{req,request}.session'],
    get: ['{req,request}.session.get', '{sessionStorage,localStorage}.getItem'],
    put: ['{req,request}.session.set', '{sessionStorage,localStorage}.setItem'],
  },
];

export const results: readonly CallResultType[] = [];

export const containers: Readonly<Record<string, ContainerUse>> = {
  push: 'append',
  unshift: 'prepend',
  set: 'put',
  get: 'get',
  pop: 'last',
  shift: 'first',
  add: 'append',
  append: 'mutate',
};

const isResponse = ({ target, type }: Parameter): boolean =>
  (target.kind === 'name' && /^(?:res|response|reply)$/.test(target.name)) || /\bResponse$/.test(type ?? '');

/** Recognizes the parameters of a handler by any name: `({ params }, res)`, `(request_: Request)`. */
export const outsideName = (parameter: Parameter, unit: FunctionUnit, index: number): string | undefined => {
  const { target, type } = parameter;
  if (/(?:^|\.)(?:Next|Fastify|Http|Incoming)?(?:Api)?Request$/.test(type ?? '')) return 'req';
  if (/(?:^|\.)(?:NextApi)?Response$/.test(type ?? '')) return 'res';
  const second = unit.parameters[1];
  return index === 0 && target.kind === 'record' && second && isResponse(second) ? 'req' : undefined;
};

export const scalarTypes: readonly string[] = ['number', 'boolean', 'bigint', 'Date', 'ObjectId'];
