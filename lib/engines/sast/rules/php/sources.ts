import type { ClassUnit, FunctionUnit, Parameter } from '@scangate/engines/sast/ir';
import type { Call, ParameterPlace, Source } from '@scangate/engines/sast/rule';
import { hiddenMark } from '@scangate/engines/sast/lower/php/php-functions';
import { parameterLabel } from '@scangate/engines/sast/taint/value';
import { constantName, constantText, receiverNames } from './conditions.ts';

const requestName =
  /(?:^|[.$\s])request(?:\(\))?$|(?:^|[.\s])\w{0,60}Request$|(?:^|\.)(?:Input|Yii\.app\.request)$/i;

/** A parameter may have any name if its type is that of a request. */
const isRequest = (call: Call): boolean =>
  [call.receiver?.type, call.receiver?.path].some((name) => requestName.test(name ?? '')) &&
  !/psr\.http\.message|guzzle|pendingrequest/i.test(receiverNames(call));

const numberFilters = /FILTER_(?:VALIDATE_(?:INT|FLOAT|BOOL\w{0,4}|IP)|SANITIZE_NUMBER\w{0,8})$/;

const nameOf = ({ target }: Parameter): string =>
  target.kind === 'name' ? target.name.replace(/^\$/, '') : '';

const isText = ({ type }: Parameter): boolean => type === undefined || type === 'string' || type === 'mixed';

const isController = (unit: FunctionUnit, owner: ClassUnit | undefined): boolean =>
  owner !== undefined &&
  [owner.name, ...owner.bases].some((name) => name.endsWith('Controller')) &&
  !unit.isStatic &&
  !unit.annotations.some(({ name }) => name === hiddenMark);

const urlPart =
  /^(?:id|slug|name|path|file|filename|username|user|key|token|code|query|q|term|search|title|category|tag|page|template|host|domain|document|folder|locale|type|hash|uuid|email|\w{1,40}_?(?:id|Id|slug|Slug|name|Name|key|path))$/;

const routeOf = ({ annotations }: FunctionUnit) =>
  annotations.find(({ name }) => /(?:^|\.)Route$/.test(name));

const isRouteParameter = (parameter: Parameter, { unit, owner }: ParameterPlace): boolean => {
  if (!isText(parameter) || parameter.rest || !isController(unit, owner)) return false;
  const name = nameOf(parameter);
  const route = routeOf(unit);
  if (route === undefined)
    return (unit.name === '__invoke' || !unit.name?.startsWith('_')) && urlPart.test(name);
  const path = route.args.map(({ value }) => value.at.text.slice(0, 300)).join(' ');
  const isNumber = new RegExp(`\\{${name.slice(0, 60)}<\\\\d|['"]${name.slice(0, 60)}['"] => ['"]\\\\d`).test(
    path,
  );
  return path.includes(`{${name}`) && !isNumber;
};

const laravel =
  '{input,query,post,get,all,only,except,cookie,header,json,string,str,collect,route,validated,safe,segment,path,fullUrl,getContent,bearerToken,userAgent,toArray,getQueryString,keys,old}';
const others =
  '{getQueryParams,getParsedBody,getCookieParams,getVar,getGet,getPost,getData,getQuery,getCookie,getParam,getBodyParam,getQueryParam}';

export const sources: readonly Source[] = [
  {
    description: 'value of the request',
    read: [
      '{$_GET,$_POST,$_REQUEST,$_COOKIE,$HTTP_RAW_POST_DATA}',
      '*.Request.{query,request,cookies,headers,files}',
    ],
  },
  { description: 'name of an upload', cleans: ['path'], read: ['$_FILES'] },
  {
    description: 'header of the request',
    cleans: ['nosql'],
    read: [
      '$_SERVER.{QUERY_STRING,PATH_INFO,PHP_AUTH_USER,PHP_AUTH_PW,HTTP_USER_AGENT,HTTP_REFERER,HTTP_X_FORWARDED_FOR,HTTP_X_FORWARDED_HOST,HTTP_CLIENT_IP,HTTP_ACCEPT_LANGUAGE,HTTP_COOKIE,HTTP_ORIGIN,HTTP_ACCEPT,HTTP_AUTHORIZATION}',
    ],
  },
  {
    description: 'address of the request',
    cleans: ['redirect', 'ssrf', 'nosql', 'path', 'header'],
    read: ['$_SERVER.{REQUEST_URI,PHP_SELF}'],
  },
  {
    description: 'value of the request',
    call: ['filter_input'],
    when: ({ args: [, , filter] }) => !numberFilters.test(constantName(filter)),
  },
  {
    description: 'header of the request',
    cleans: ['nosql'],
    call: ['getallheaders', 'apache_request_headers'],
  },
  {
    description: 'body of the request',
    call: ['file_get_contents', 'fopen'],
    when: ({ args: [name] }) => constantText(name) === 'php://input',
  },
  { description: 'value of the request', call: [`*.${laravel}`, `*.${others}`], when: isRequest },
  {
    description: 'value of the request',
    call: ['request'],
    when: ({ args }) => args.length > 0,
  },
  {
    description: 'value of the request',
    read: ['Illuminate.Http.Request.*', '*.Requests.{*,*.*}'],
  },
  {
    description: 'value of the request',
    call: [
      '*.input.{get,post,get_post,post_get,cookie,server,raw_input_stream}',
      '{Input,*.Input}.{get,all,only,except,json,cookie}',
    ],
  },
  { description: 'value of the request', call: ['get_query_var'] },
  {
    description: 'part of the URL',
    cleans: ['path', 'nosql'],
    words: ['Controller'],
    parameter: isRouteParameter,
  },
  { description: 'part of the URL', cleans: ['path', 'nosql'], read: ['routeParameter'] },
  {
    description: 'name of an upload',
    label: 'upload',
    read: ['$_FILES.*.name', '$_FILES.*.full_path'],
    call: ['*.{getClientOriginalName,getClientOriginalExtension,getClientFilename}'],
  },
  { description: 'argument of the command line', label: 'local', read: ['$argv', '$_SERVER.argv'] },
  {
    description: 'random number that can be guessed',
    label: 'weak-random',
    call: ['{rand,mt_rand,lcg_value,uniqid,str_shuffle,array_rand,microtime}'],
  },
  {
    description: 'parameter of a function',
    label: parameterLabel,
    parameter: (parameter) => isText(parameter) && !parameter.rest && parameter.target.kind === 'name',
  },
];
