import type { ClassUnit, Expression, FunctionUnit, Parameter } from '@scangate/engines/sast/ir';
import type { Call, Source } from '@scangate/engines/sast/rule';
import { routeOf } from './conditions.ts';

/** Values that are always text or files. */
const texts =
  '{args,form,values,cookies,headers,files,view_args,query_string,GET,POST,COOKIES,FILES,META,query_params,path_params,query,forms,params,matchdict,match_info,text,url_params,rel_url,referrer,arguments,body_arguments,query_arguments}';
/** Values that may be any object. */
const objects = '{json,data,body,stream,json_body,media,raw_post_data}';

const methods =
  '{get_json,get_data,json,form,body,text,post,read,multipart,get_param,get_media,get_cookie,get_header,bounded_stream,getlist}';

const nameOfParameter = ({ target }: Parameter): string => (target.kind === 'name' ? target.name : '');

const number =
  /^(?:typing\.)?(?:Optional\[)?(?:int|float|bool|UUID[1-8]?|uuid\.UUID|date|datetime|Decimal|Literal\b|conint|confloat)\b/;
const given =
  /(?:Request|Response|Session|WebSocket|BackgroundTasks|HTTPConnection|SecurityScopes|Depends|Security|User|Service|Client|Settings|Repository)\b/;

const calls = (expression: Expression | undefined, name: RegExp): boolean =>
  expression?.kind === 'call' && name.test(expression.callee.at.text.slice(-40));

/** FastAPI fills the remaining parameters from the request. */
const fromRequest = (parameter: Parameter): boolean => {
  const { type = '', default: otherwise } = parameter;
  if (number.test(type) || given.test(type)) return false;
  return !calls(otherwise, /(?:Depends|Security)$/);
};

const routePath = (unit: FunctionUnit): string =>
  routeOf(unit)
    ?.args.map(({ value }) => (value.kind === 'literal' ? String(value.value) : value.at.text))
    .join(' ') ?? '';

/** Matches converters like `<int:id>`, which only accept numbers. */
const isRouteParameter = (parameter: Parameter, unit: FunctionUnit): boolean => {
  if (routeOf(unit) === undefined || !fromRequest(parameter)) return false;
  const name = nameOfParameter(parameter);
  if (name === 'request' || name === 'req' || name === 'self') return false;
  return !new RegExp(`<(?:int|float|uuid)(?:\\([^)]{0,80}\\))?:${name.slice(0, 60)}>`).test(routePath(unit));
};

const urlPart =
  /^(?:pk|id|slug|name|path|file|filename|file_name|file_path|filepath|username|user_name|key|token|code|query|q|term|search|title|category|tag|page|template|host|domain|document|folder|directory|dir|\w{1,40}_(?:id|pk|slug|name|key|path))$/;
const verbs = new Set(['get', 'post', 'put', 'patch', 'delete', 'head', 'options']);

const isSegment = (parameter: Parameter, unit: FunctionUnit): boolean =>
  isRouteParameter(parameter, unit) &&
  new RegExp(`<(?:string:)?${nameOfParameter(parameter)}>|\\{${nameOfParameter(parameter)}(?::str)?\\}`).test(
    routePath(unit),
  );

const isView = (owner: ClassUnit | undefined): boolean =>
  [owner?.name ?? '', ...(owner?.bases ?? [])].some((name) =>
    /View|Handler|Resource|Controller|Endpoint|Page|Api|API|Route|Mixin/.test(name),
  );

/** Django passes parts of the URL to a view after the request. */
const isViewParameter = (parameter: Parameter, unit: FunctionUnit, owner: ClassUnit | undefined): boolean => {
  if (parameter.type !== undefined && parameter.type !== 'str') return false;
  const [first] = unit.parameters;
  const takesRequest = first !== undefined && nameOfParameter(first) === 'request' && first !== parameter;
  const isVerb = verbs.has(unit.name ?? '') && (takesRequest ? unit.owner !== undefined : isView(owner));
  if (!takesRequest && !(isVerb && /\bself\b/.test(unit.receiver ?? ''))) return false;
  if (takesRequest && unit.owner !== undefined && !isVerb) return false;
  return parameter !== first || isVerb ? urlPart.test(nameOfParameter(parameter)) : false;
};

/** A GraphQL resolver receives the client's arguments after `info`: `def mutate(self, info, path)`. */
const isArgumentOfQuery = (
  { target, type = '' }: Parameter,
  { name = '', parameters }: FunctionUnit,
  index: number,
): boolean => {
  const at = parameters.findIndex((each) => nameOfParameter(each) === 'info');
  return (
    (at === 0 || at === 1) &&
    index > at &&
    target.kind === 'name' &&
    !number.test(type) &&
    /^(?:mutate|mutate_and_get_payload|resolve_\w{1,60}|perform_mutation)$/.test(name)
  );
};

const isLambda = ({ name = '', parameters }: FunctionUnit): boolean => {
  const [event, context] = parameters.map(nameOfParameter);
  return (
    parameters.length === 2 &&
    event === 'event' &&
    /^_?(?:context|ctx|_)$/.test(context ?? '') &&
    /handle|lambda|main|process/i.test(name)
  );
};

const partOfRequest =
  /\.get_?\w{0,30}(?:param(?:eter)?|query|form|cookie|header|argument|body)s?(?:_value|_parameter)?s?$/i;

/** Recognizes a wrapper around the request by its method names. */
const readsRequest = ({ names, receiver, args }: Call): boolean =>
  names.some((name) => partOfRequest.test(name)) &&
  /request|\breq\b/i.test(`${receiver?.type ?? ''} ${receiver?.path ?? ''} ${args[0]?.path ?? ''}`);

export const sources: readonly Source[] = [
  {
    description: 'value of the request',
    cleans: ['nosql'],
    read: [
      `*.{request,Request,HttpRequest,WSGIRequest}.${texts}`,
      `{request,Request,HttpRequest}.${texts}`,
      'req.{args,form,params,GET,POST,query,cookies,headers,query_params}',
      '*.request.*.{form,args,GET,POST}',
    ],
  },
  {
    description: 'value of the request',
    read: [
      `*.{request,Request,HttpRequest,WSGIRequest}.${objects}`,
      `{request,Request,HttpRequest}.${objects}`,
      'req.{json,media,body}',
    ],
    call: [
      `*.{request,Request}.${methods}`,
      `{request,Request,req}.${methods}`,
      '*.{get_argument,get_arguments,get_query_argument,get_query_arguments,get_body_argument,get_body_arguments,get_secure_cookie}',
      '*.{getfirst,getvalue}',
      'st.{text_input,text_area,chat_input,file_uploader}',
      'streamlit.{text_input,text_area,chat_input,file_uploader}',
    ],
    when: ({ names, receiver }) =>
      !names.some((name) => name.endsWith('.getvalue') || name.endsWith('.getfirst')) ||
      /FieldStorage/.test(`${receiver?.type ?? ''}${receiver?.path ?? ''}`),
  },
  { description: 'value of the request', call: ['*.*'], when: readsRequest },
  {
    description: 'address of the request',
    cleans: ['redirect', 'ssrf', 'nosql'],
    read: ['{request,flask.request,*.request}.{url,full_path}'],
  },
  {
    description: 'query of the request',
    call: ['{parse_qs,parse_qsl,urlparse,urlsplit}', '*.{parse_qs,parse_qsl,urlparse,urlsplit}'],
    when: (call) => /self\.path|QUERY_STRING/.test(call.at.text),
  },
  { description: 'body of the request', call: ['*.rfile.{read,readline}'] },
  { description: 'value of the request', call: ['BaseHTTPRequestHandler.{path,headers}'] },
  { description: 'part of the URL', call: ['DjangoView.kwargs'], cleans: ['nosql'] },
  {
    // WTForms read their values from the request.
    description: 'form of the request',
    cleans: ['nosql'],
    call: ['*.*', '*'],
    when: ({ created, names, args, named }) =>
      created && args.length + named.size === 0 && names.some((name) => name.endsWith('Form')),
  },
  {
    description: 'data from the network',
    call: ['*.{recv,recvfrom}', '*.{accept}().recv'],
    when: ({ receiver }) => /sock|conn|client/i.test(`${receiver?.type ?? ''}${receiver?.path ?? ''}`),
  },
  // A path segment holds no slash.
  {
    description: 'parameter of the route',
    cleans: ['path'],
    parameter: (parameter, { unit }) => isSegment(parameter, unit),
  },
  {
    description: 'parameter of the route',
    parameter: (parameter, { unit }) => isRouteParameter(parameter, unit),
  },
  {
    description: 'part of the URL',
    parameter: (parameter, { unit, owner }) => isViewParameter(parameter, unit, owner),
    cleans: ['nosql'],
  },
  {
    description: 'argument of the query',
    words: ['info'],
    parameter: (parameter, { unit, index }) => isArgumentOfQuery(parameter, unit, index),
  },
  {
    description: 'event that a function is called with',
    parameter: (_, { unit, index }) => index === 0 && isLambda(unit),
    words: ['event'],
  },
  {
    description: 'name in an archive',
    label: 'archive',
    call: ['{ZipFile,TarFile,zipfile.ZipFile}.{namelist,infolist,getnames,getmembers}'],
  },
  {
    description: 'argument of the command line',
    label: 'local',
    read: ['sys.argv'],
    call: ['input', 'raw_input'],
  },
  {
    description: 'argument of the command line',
    label: 'local',
    call: ['*.parse_args'],
    when: ({ receiver }) =>
      /ArgumentParser|OptionParser/.test(`${receiver?.type ?? ''}${receiver?.path ?? ''}`),
  },
  {
    description: 'random number that can be guessed',
    label: 'weak-random',
    call: [
      'random.{random,randrange,randint,choice,choices,uniform,triangular,randbytes,sample,getrandbits,normalvariate,gauss,betavariate,expovariate,lognormvariate,shuffle}',
      '{random.Random,Random,random.Random()}.{random,randrange,randint,choice,choices,uniform,randbytes,sample,getrandbits}',
      '{numpy,np}.random.{rand,randint,random,choice,bytes,random_sample}',
      'uuid.uuid1',
    ],
    // The value is one of several fixed ones.
    when: ({ names, written: [from] }) =>
      !(
        names[0]?.endsWith('choice') &&
        /(?:keys|tokens|secrets|passwords|accounts)$/i.test(from?.at.text ?? '')
      ),
  },
  {
    description: 'parameter of a function',
    label: 'parameter',
    parameter: ({ type, target, rest }, { unit }) =>
      !rest &&
      routeOf(unit) === undefined &&
      target.kind === 'name' &&
      !/^(?:request|req|event|context|ctx|cls)$/.test(target.name) &&
      (type === undefined || type === 'str' || /^Optional\[str\]$|^str \|/.test(type)),
  },
];
